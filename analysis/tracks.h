// Results from the tracks of cells: their speed, their displacement, and the time for which they keep their
// direction.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace morula {

struct TracksChoice {
  std::vector<std::filesystem::path> runs;  // run directories with a tracks.csv, or such files
  double from = 0;                          // earlier rows are not read
};

// An estimate from all members of an ensemble. `error` is twice the jackknife standard error, which needs
// several members.
struct TrackEstimate {
  std::optional<double> value, error;
};

struct LagValue {
  double lag = 0, value = 0, error = 0;
};

// The cells of one type. Times are in steps, distances in sites.
struct MotionOfType {
  unsigned type = 0;
  std::string name;
  std::uint64_t cells = 0, displacements = 0;
  TrackEstimate speed;             // mean displacement between two samples, divided by the time between them
  TrackEstimate persistence;       // decay time of an exponential fitted to the autocovariance
  TrackEstimate half_life;         // the lag at which the autocovariance has fallen to half
  std::vector<LagValue> squared;   // mean squared displacements
  std::vector<LagValue> products;  // autocovariance: mean products of displacements
};

struct TracksReport {
  std::string command;  // the command that repeats the analysis
  double spacing = 0, from = 0;
  std::uint64_t members = 0;  // number of runs, where each replica counts as a run
  std::vector<MotionOfType> types;
};

// Throws SpecError if a file is not a table of tracks.
TracksReport analyze_tracks(const TracksChoice& choice);

// The lag at which a smooth curve through the values (local quadratics over three quarters of the points, as
// R's loess) has fallen to half of the largest value; nothing if it has not.
std::optional<double> half_life_of(const std::vector<LagValue>& values);
// The decay time a of b exp(−lag/a), fitted by least squares with these weights.
std::optional<double> decay_time_of(const std::vector<LagValue>& values, const std::vector<double>& weights);

}  // namespace morula
