// The number of calls of Philox in the parallel order.
#pragma once

#include "models/interaction/interaction_spec.h"

namespace morula {

// The mean number of calls for a word of this model, whose digits are drawn until all of its blocks are
// decided.
double calls_of_a_word(const InteractionSpec& interaction);

}  // namespace morula
