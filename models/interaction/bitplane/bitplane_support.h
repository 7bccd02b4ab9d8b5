// Which models the bit-plane engines compute, and the numbers that describe such a model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula {

enum class Processor { Threads, Device };

// Can this model be computed on bit planes? Yes for the parallel order without `with-kin`, with at most 15
// species whose rates fall into few classes; on a device also with more of either, unless the rates change
// with feedback or are too many for expressions of states.
bool supports_bit_planes(const InteractionSpec& interaction, Processor processor);
// Why a model in the parallel order is not computed on bit planes, and what would have to change; empty if it
// is.
std::string why_no_bit_planes(const InteractionSpec& interaction, Processor processor);
// Can a device compute it in tiles? Yes if its rates fall into few classes, it is in 2D and its periodic
// sides are even.
bool supports_tiles(const InteractionSpec& interaction);
// Does a device decide actions by thresholds that are functions of states, instead of by classes of rates?
bool decides_by_state(const InteractionSpec& interaction);

// Is it computed on bit planes? Yes if it can be, unless the model file asks for the plain engine.
bool uses_bit_planes(const InteractionSpec& interaction, Processor processor);
bool uses_tiles(const InteractionSpec& interaction);

// Is x periodic with an odd number of sites, one of which is idle in every phase?
bool is_odd_circle(const InteractionSpec& interaction);

unsigned plane_count(const InteractionSpec& interaction);  // one for each binary digit of a state

// Who preys on whom, as states.
using PredatorPrey = std::pair<u32, u32>;  // predator, prey
std::vector<PredatorPrey> predator_prey_pairs(const InteractionSpec& interaction);

// The index in an ActionThresholds of a pair whose thresholds are those of every predator and its prey.
u32 common_rate_index(const InteractionSpec& interaction);

}  // namespace morula
