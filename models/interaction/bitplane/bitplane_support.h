// Which models the bit-plane engines compute, and the numbers that describe such a model.
#pragma once

#include <utility>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula {

// Can this model be computed on bit planes? Yes for the parallel order in 2D with at most 15 species of the
// same rates, without `with-kin`, where periodic sides are even.
bool supports_bit_planes(const InteractionSpec& interaction);

// Is it computed on them? Yes if it can be, unless the model file asks for the plain engine.
bool uses_bit_planes(const InteractionSpec& interaction);

unsigned plane_count(const InteractionSpec& interaction);  // one for each binary digit of a state

// Who preys on whom, as states.
using PredatorPrey = std::pair<u32, u32>;  // predator, prey
std::vector<PredatorPrey> predator_prey_pairs(const InteractionSpec& interaction);

// The index in an ActionThresholds of a pair whose thresholds are those of every predator and its prey.
u32 common_rate_index(const InteractionSpec& interaction);

}  // namespace morula
