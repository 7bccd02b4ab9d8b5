// The label of a site after one step.
#pragma once
#include "core/draw.h"

RULES_BEGIN

RULE u32 next_label(u32 label, u32x2 key, u64 site, u64 time) {
  return label * 5u + (draw(key, site, time, 0).x & 7u);
}

RULES_END
