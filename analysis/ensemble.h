// The series that are analysed together: the same window of every file, and of every replica in a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace morula {

// The choice of series to read. Times are in the unit of the time column.
struct SeriesChoice {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> columns;    // if empty, all except times, replicas and columns with empty cells
  std::string time = "step";           // the column that holds the times
  std::optional<double> from, length;  // the window; if absent, the whole series
};

struct Member {
  std::string name;                         // its file, and its replica if the file has several
  std::vector<std::vector<double>> series;  // one for each column
};

// Every series has the same number of points, at the same times.
struct Ensemble {
  std::vector<std::string> columns;
  double start = 0, spacing = 1;
  std::size_t points = 0;
  std::vector<Member> members;

  double duration() const { return static_cast<double>(points - 1) * spacing; }
};

constexpr std::size_t fewest_points = 16;

// Throws SpecError if a file or a column does not exist, a cell is not a number, the window lies outside a
// series, the times are not evenly spaced, a column is constant, or members differ in their times.
Ensemble read_ensemble(const SeriesChoice& choice);

}  // namespace morula
