// A formula over the columns of the series, such as the condition that ends a run.
#pragma once

#include <optional>
#include <vector>

#include "core/formula/program.h"
#include "models/formula_reader.h"
#include "models/model.h"
#include "models/series/series_column.h"

namespace morula {

struct RowCondition {
  formula::Program program;  // its result is a truth value
  // The meaning of each input of the program: the number of a column, or one of these.
  static constexpr int step = -1, time = -2;
  std::vector<int> sources;
};

// The formula may use the names of the columns, `step`, and `time` if the series has it. Returns nothing if
// the formula is wrong, which is noted as a problem.
std::optional<RowCondition> compile_condition(const WrittenFormula& written,
                                              const std::vector<SeriesColumn>& columns, bool has_time,
                                              io::Problems& problems);

// Whether a row fulfils the condition. A row does not fulfil it if a column that the formula reads is empty.
// `row` begins with the first of the columns. Throws Error if the formula has no result.
bool is_fulfilled(const RowCondition& condition, std::uint64_t step, std::optional<double> steps_per_time,
                  std::span<const Number> row);

}  // namespace morula
