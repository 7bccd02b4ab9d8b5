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
  // added. A last line without a line break is left out, since a run that is still going may have written
  // only a part of it.
  void begin(const std::vector<std::string>& columns, const std::string& csv, std::uint64_t step);
  // `rows_beside` are the rows of a second model at the same time, if there is one.
  void add(std::uint64_t time, std::optional<double> steps_per_time, const std::vector<Row>& rows,
           const std::vector<Row>& rows_beside = {});

  // Begins the rows of a second model, which has the state and the last row of the first one.
  void begin_beside();
  void end_beside();

  // The text of a CSV file with at most about 2000 evenly chosen rows.
  std::string text() const;
  // The same for the second model; it has a row for each of the last rows of the first one.
  std::string text_beside() const;
  std::uint64_t version() const;

 private:
  struct Line {
    std::uint64_t step;
    std::string text;
    std::string beside{};  // the same step of the second model, or nothing
  };
  void thin();

  mutable std::mutex mutex_;
  std::string header_;
  std::vector<Line> lines_;
  std::uint64_t every_ = 1, steps_seen_ = 0, version_ = 0;  // one of `every_` observed steps is kept
};

}  // namespace morula::serve
