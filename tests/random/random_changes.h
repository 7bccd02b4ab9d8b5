// Random changes of a random model while it runs, from what its family says may change.
#pragma once

#include <optional>

#include "tests/random/random_model.h"

namespace morula::test {

// The model file with a list of changes; nothing for a model in which nothing may change.
std::optional<RandomModel> with_random_changes(const RandomModel& model, u64 seed);

}  // namespace morula::test
