// What kernels are told of the words of a draw: ACTOR_WORDS, WAY_DIGITS, ACTION_DIGITS; and WAYS, a list
// WAY(below, across) … or, of actors that stand alone, NEIGHBOUR(below, dx, dy, dz) …
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {

void define_draws(gpu::Source& source, const DrawPlan& plan);

}  // namespace morula
