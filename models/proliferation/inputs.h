// The histograms that a model was read with. A checkpoint holds their hashes, so that nobody goes on with
// others.
#pragma once

#include <span>
#include <vector>

#include "core/field.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

Field inputs_field();
std::vector<std::uint64_t> input_hashes(const ProliferationSpec& spec);  // of the population, of the target

// Throws SpecError where these hashes are of other histograms.
void check_inputs(const ProliferationSpec& spec, std::span<const std::byte> saved);

}  // namespace morula
