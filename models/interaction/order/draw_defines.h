// Defines that tell kernels the layout of a draw: ACTOR_WORDS, PARTNER_DIGITS, ACTION_DIGITS; PARTNER_COUNT
// and PARTNERS, a list PARTNER(below, across) ... or, in blocks of three sites a side, NEIGHBOUR(below, dx,
// dy, dz) ...
#pragma once

#include "gpu/source.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {

void define_draws(gpu::Source& source, const DrawLayout& layout);

}  // namespace morula
