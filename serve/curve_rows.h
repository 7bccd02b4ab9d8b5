// The rows of the series since the run began, for its curves.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "io/csv_table.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula::serve {

// The columns of the series, as in the first line of its file.
std::vector<std::string> columns_of_rows(const Model& model, const Spec& spec);

class CurveRows {
 public:
  // Begins a table with these columns. If the text `csv` has the same columns, its rows up to `step` are
  // added.
  void begin(const std::vector<std::string>& columns, const std::string& csv, std::uint64_t step);
  void add(std::uint64_t time, std::optional<double> steps_per_time, const std::vector<Row>& rows);

  // The text of a CSV file with at most about 2000 evenly chosen rows.
  std::string text() const;
  std::uint64_t version() const;

 private:
  struct Line {
    std::uint64_t step;
    std::string text;
  };
  void thin();

  mutable std::mutex mutex_;
  std::string header_;
  std::vector<Line> lines_;
  std::uint64_t every_ = 1, steps_seen_ = 0, version_ = 0;  // one of `every_` observed steps is kept
};

}  // namespace morula::serve
