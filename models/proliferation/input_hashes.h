// Hashes of the histograms that a model was read with, as a field of the state: equal states have equal
// inputs.
#pragma once

#include <span>
#include <vector>

#include "core/field.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

Field inputs_field();
// Of the population, then of the target.
std::vector<std::uint64_t> input_hashes(const ProliferationSpec& spec);

// Throws StateError if these are hashes of other histograms.
void check_saved_histograms(const ProliferationSpec& spec, std::span<const std::byte> saved);

}  // namespace morula
