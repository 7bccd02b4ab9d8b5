// What is compared between two orders, as one number for each run.
#pragma once

#include "tests/validation/comparison.h"
#include "tests/validation/ensemble.h"

namespace morula::validation {

// Of a process over an ensemble. A run that loses a species is left out of the rest, and counted in `lost`.
Samples measure(const InteractionSpec& spec, const Trial& trial, const Backend& backend);

// Generations until the first species dies out, and the square of that. A run that keeps all of them until
// `at_most` counts as ended there.
struct Ending {
  std::uint64_t seed = 1, runs = 1000, at_most = 100'000;
};
Samples measure_extinction(const InteractionSpec& spec, const Ending& ending, const Backend& backend);

}  // namespace morula::validation
