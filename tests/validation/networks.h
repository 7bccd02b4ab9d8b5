// Networks of vessels after Merks (2006), and the drift of a cell in a gradient, as ensembles.
#pragma once

#include <string>
#include <vector>

#include "models/backend.h"

namespace morula::validation {

struct MeanOfRuns {
  double mean = 0, within_95 = 0;  // over runs, by Student's distribution
};
MeanOfRuns mean_of_runs(const std::vector<double>& values);

struct NetworkRequest {
  std::uint64_t seed = 1, replicas = 8, steps = 3000, every = 100;
  std::vector<std::string> overrides = {};  // settings of the example `vessels`
};

// Means over the networks of an ensemble at one time.
struct NetworkAtStep {
  std::uint64_t step = 0;
  MeanOfRuns lacunae, area;  // number of lacunae, and the area of one in sites
};

constexpr std::uint64_t least_lacuna = 50;  // in sites: half a cell

std::vector<NetworkAtStep> measure_networks(const NetworkRequest& request, const Backend& backend);

// Distance in sites that a cell of 49 sites moves per step up a field that rises by 1 per site, at
// temperature 10.
MeanOfRuns measure_drift(double strength, std::uint64_t seed, std::uint64_t replicas, std::uint64_t steps,
                         const Backend& backend);

}  // namespace morula::validation
