// Runs a random model in every way that must not change its answer, and tells which of them do.
#pragma once

#include <string>
#include <vector>

#include "tests/random/random_model.h"
#include "tests/support/backends.h"

namespace morula::test {

// A line for each run that differs, and for a model file that is refused; none where all is well. The runs
// are cut into batches at random places, which `seed` decides.
std::vector<std::string> differences(const RandomModel& model, u64 seed,
                                     const std::vector<NamedBackend>& backends);

}  // namespace morula::test
