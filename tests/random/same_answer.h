// Runs a random model in every way that must not change its answer, and reports those that do.
#pragma once

#include <string>
#include <vector>

#include "tests/random/random_model.h"
#include "tests/support/backends.h"

namespace morula::test {

// A line for each run that differs, and one for a model file that is refused; empty if all runs agree. The
// runs are divided into batches at random places, which depend on `seed`.
std::vector<std::string> differences(const RandomModel& model, u64 seed,
                                     const std::vector<NamedBackend>& backends);

}  // namespace morula::test
