// A formula over the columns of the series, such as the one that ends a run.
#pragma once

#include <optional>
#include <vector>

#include "core/formula/program.h"
#include "models/formula_reader.h"
#include "models/model.h"
#include "models/series/series_column.h"

namespace morula {

struct RowCondition {
  formula::Program program;  // one truth value
  // What each input of the program is: the number of a column, or one of these.
  static constexpr int step = -1, time = -2;
  std::vector<int> sources;
};

// The names are those of the columns, `step`, and `time` if the series has it. Nothing if the formula is
// wrong, which is noted.
std::optional<RowCondition> compile_condition(const WrittenFormula& written,
                                              const std::vector<SeriesColumn>& columns, bool has_time,
                                              io::Problems& problems);

// Whether a row fulfils the condition. A row in which a column that the formula reads is empty does not.
// `row` begins with the first of the columns. Throws Error where the formula has no answer.
bool is_fulfilled(const RowCondition& condition, std::uint64_t step, std::optional<double> steps_per_time,
                  std::span<const Number> row);

}  // namespace morula
