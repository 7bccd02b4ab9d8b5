// The series that are analysed together: a window cut out of every file, and of every replica in a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace morula {

// What is to be read. Times are in the units of the time column.
struct SeriesChoice {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> columns;    // none: all but times, replicas and columns with empty cells
  std::string time = "step";           // the column that holds the times
  std::optional<double> from, length;  // the window; none: all there is
};

struct Member {
  std::string name;                         // its file, and its replica where the file has several
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

// Throws SpecError: a file or a column that is not there, cells that are no numbers, a window that lies
// outside a series, uneven steps, a constant column, members that differ in their times.
Ensemble read_ensemble(const SeriesChoice& choice);

}  // namespace morula
