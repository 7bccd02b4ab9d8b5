// Which models the bit-plane engines compute, and the numbers that describe such a model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula {

enum class Processor { Threads, Device };

// Can this model be computed on bit planes? The parallel order without `with-kin` can, with at most 15
// species whose rates fall into few classes. A device also computes models with more species or classes,
// unless feedback changes the rates or the rates are too many for expressions of states.
bool supports_bit_planes(const InteractionSpec& interaction, Processor processor);
// Says why a model in the parallel order is not computed on bit planes and what would have to change; empty
// if it is computed on bit planes.
std::string why_no_bit_planes(const InteractionSpec& interaction, Processor processor);
// Can a device compute the model in tiles? It can if the rates fall into few classes and the lattice is 2D
// with periodic sides that are even.
bool supports_tiles(const InteractionSpec& interaction);
// Does a device decide actions by thresholds that are functions of states, rather than by classes of rates?
bool decides_by_state(const InteractionSpec& interaction);

// Is the model computed on bit planes? It is wherever possible, unless the model file asks for the plain
// engine.
bool uses_bit_planes(const InteractionSpec& interaction, Processor processor);
bool uses_tiles(const InteractionSpec& interaction);

// Is x periodic with an odd number of sites? Then one of them is idle in every phase.
bool is_odd_circle(const InteractionSpec& interaction);

unsigned plane_count(const InteractionSpec& interaction);  // one for each binary digit of a state

// All pairs of a predator and its prey, as states.
using PredatorPrey = std::pair<u32, u32>;  // predator, prey
std::vector<PredatorPrey> predator_prey_pairs(const InteractionSpec& interaction);

// Index in an ActionThresholds of a pair whose thresholds hold for every predator and its prey.
u32 common_rate_index(const InteractionSpec& interaction);

}  // namespace morula
