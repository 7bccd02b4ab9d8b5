// The quantities that are compared between two orders, one number for each run.
#pragma once

#include "tests/validation/comparison.h"
#include "tests/validation/ensemble.h"

namespace morula::validation {

// Measures a process over an ensemble. A run that loses a species counts in `lost` and is left out of all
// other quantities.
Samples measure(const InteractionSpec& spec, const Trial& trial, const Backend& backend);

// Generations until the first species dies out, and their square. A run that keeps all species until
// `at_most` counts as ended there.
struct Ending {
  std::uint64_t seed = 1, runs = 1000, at_most = 100'000;
};
Samples measure_extinction(const InteractionSpec& spec, const Ending& ending, const Backend& backend);

}  // namespace morula::validation
