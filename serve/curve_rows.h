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

// The columns of the series, as the first line of its file has them.
std::vector<std::string> columns_of_rows(const Model& model, const Spec& spec);

class CurveRows {
 public:
  // Begins a table with these columns, and with the rows of the text `csv` up to `step` if it has the same.
  void begin(const std::vector<std::string>& columns, const std::string& csv, std::uint64_t step);
  void add(std::uint64_t time, std::optional<double> steps_per_time, const std::vector<Row>& rows);

  // As a CSV file: at most about 2000 rows, evenly chosen.
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
  std::uint64_t every_ = 1, steps_seen_ = 0, version_ = 0;  // every so many observed steps one is kept
};

}  // namespace morula::serve
