// The histograms that a model was read with, as a field of the state: equal states have equal inputs.
#pragma once

#include <span>
#include <vector>

#include "core/field.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

Field inputs_field();
std::vector<std::uint64_t> input_hashes(const ProliferationSpec& spec);  // of the population, of the target

// Throws StateError where these are the hashes of other histograms.
void check_saved_histograms(const ProliferationSpec& spec, std::span<const std::byte> saved);

}  // namespace morula
