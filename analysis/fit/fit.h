// Calibration: the proportions, means and standard deviations for which the cells of a model have the
// smallest Hellinger distance from a target; their uncertainty; and how well the model fits compared with
// others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/fit/bootstrap.h"
#include "analysis/fit/fit_memory.h"
#include "analysis/fit/swarm.h"
#include "analysis/spread.h"
#include "models/backend.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

struct FitChoice {
  Method method = Method::Expectation;
  SwarmChoice swarm;
  unsigned repeats = 1;      // number of searches, with different random numbers
  unsigned bootstrap = 100;  // number of samples of the target that are fitted for the intervals
  std::uint64_t seed = 1;
};

// Measurements at a second time, with which the fitted parameters are compared.
struct Validation {
  Histogram target;
  double until = 0;
  std::optional<double> minimum;  // minimum fluorescence at that time, if it is another one
};

struct FittedParameter {
  std::string name;  // "slow.mean"
  double value = 0;
  std::optional<Interval> interval;
  Spread over_repeats;
  bool at_bound = false;  // at an end of the allowed range
};

// The result of one search.
struct FitRepeat {
  double distance = 0;
  std::vector<double> curve;       // smallest distance so far, by iteration
  std::vector<double> parameters;  // in the order of FitReport's parameters
};

struct SimulatedScore {
  double cells = 0, distance = 0;
};

// The cells of a model and their distance from the target: expected, by exact means; and, if there are not
// too many cells, simulated with the seed.
struct FitScore {
  std::vector<double> target, expected;  // number of cells in each bin of the score
  double expected_cells = 0, expected_distance = 0;
  std::optional<SimulatedScore> simulated;
};

struct FitReport {
  std::vector<CellType> types;    // as fitted
  std::vector<CellType> written;  // as in the model file
  std::vector<FittedParameter> parameters;
  std::vector<FitRepeat> repeats;
  std::size_t best_repeat = 0;
  FitScore score;
  std::size_t free_parameters = 0;
  double log_likelihood = 0, akaike = 0;
  std::uint64_t evaluations = 0, refits = 0;  // evaluated candidates: of the searches, and of the bootstrap
  std::optional<FitScore> validation;
};

// Throws SpecError with all problems of the choice, before anything is computed. `source` is the model file.
void check_fit(const ProliferationSpec& spec, const FitChoice& choice, const std::string& source);

using FitProgress = std::function<void(std::uint64_t iterations, std::uint64_t of_all)>;

// The result is the same on every backend, with any number of threads, and however often the fit was
// interrupted. Throws FitStopped.
FitReport fit_model(
    const ProliferationSpec& spec, const FitChoice& choice, const std::optional<Validation>& validation,
    const Backend& backend, const FitProgress& progress = [](std::uint64_t, std::uint64_t) {},
    FitMemory memory = {});

}  // namespace morula
