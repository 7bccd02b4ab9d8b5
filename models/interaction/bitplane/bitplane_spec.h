// What the fast engines share: which models they compute, and the numbers that describe one.
#pragma once

#include <utility>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula {

// Is it computed by the fast engines? Blocks in two dimensions, at most 15 species with the same rates,
// periodic sides even, unless the plain engine is asked for.
bool is_sliced(const InteractionSpec& interaction);

unsigned planes_of(const InteractionSpec& interaction);  // binary digits of a state

// Who preys on whom, as states.
using Hunt = std::pair<u32, u32>;  // predator, prey
std::vector<Hunt> hunts_of(const InteractionSpec& interaction);

// The place in a table of rates at which all three thresholds of the model stand.
u32 common_rate(const InteractionSpec& interaction);

}  // namespace morula
