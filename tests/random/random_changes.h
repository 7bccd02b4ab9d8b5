// Random changes of a random model during its run, among those that its family allows.
#pragma once

#include <optional>

#include "tests/random/random_model.h"

namespace morula::test {

// The model file with a list of changes; nothing if nothing in the model may change.
std::optional<RandomModel> with_random_changes(const RandomModel& model, u64 seed);

}  // namespace morula::test
