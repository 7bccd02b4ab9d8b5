// The comparison of Tapia and D'Souza (2009), measured on one backend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "models/backend.h"

namespace morula {

constexpr unsigned tapia_runs = 40;                // for each line of their Table I
constexpr double tapia_seconds_a_site = 5.976e-6;  // for 2000 iterations: the line of their Fig. 7

// Seconds of a number of iterations: the mean over runs, and its standard error if there are several runs.
struct TapiaTime {
  double seconds = 0, standard_error = 0;
  std::uint64_t iterations = 0;  // measured in the shortest run; times of longer runs are scaled
  double copies = 0;             // per attempt, just after the clock has stopped
};

// A line of Table I. Lines of clusters, and paths that cannot run here, have no times.
struct TapiaLine {
  std::string model;  // name in the paper: "MC GPGPU"
  double sites = 0;
  std::optional<double> cells;  // 10^6
  std::uint64_t iterations = 0;
  double paper_seconds = 0;
  std::optional<double> paper_error;
  Extent size = {};  // size that is measured here
  std::uint64_t cells_here = 0;
  std::optional<TapiaTime> theirs = {}, ours = {};
};

struct TapiaTable {
  unsigned runs = tapia_runs;
  std::vector<TapiaLine> lines;
  std::vector<std::string> left_out;
};
TapiaTable compare_tapia_table(const Backend& backend, unsigned runs);

// Fig. 7: 2000 iterations against the size of the lattice.
struct TapiaPoint {
  Extent size;
  std::optional<TapiaTime> theirs = {}, ours = {};
};

struct TapiaScaling {
  std::vector<TapiaPoint> points;
  std::vector<std::string> left_out;

  // The slope of a line through the origin, fitted to all points by least squares: seconds per site.
  std::optional<double> slope(std::optional<TapiaTime> TapiaPoint::*path) const;
};
TapiaScaling compare_tapia_sizes(const Backend& backend);

std::string size_name(const Extent& size);  // "128x128x256"

}  // namespace morula
