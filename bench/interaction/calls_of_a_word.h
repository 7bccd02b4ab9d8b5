// How many calls of Philox the parallel order makes.
#pragma once

#include "models/interaction/interaction_spec.h"

namespace morula {

// Calls that a word of this model takes in the mean, where digits are drawn until all of its blocks are
// decided.
double calls_of_a_word(const InteractionSpec& interaction);

}  // namespace morula
