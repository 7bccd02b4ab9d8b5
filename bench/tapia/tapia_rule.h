// The model of Tapia and D'Souza (2009) at one site, shared by the kernels and by the test that checks them.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// A site holds code = ID · t + type (their Eq. 3); t is the number of types. ID 0 is the medium, code 0.
RULE u32 tapia_cell(u32 code, u32 types) { return code / types; }

// The kind of a code, by which its constants are found: 0 is the medium, then there is one for each type.
RULE u32 tapia_kind(u32 code, u32 types) { return code == 0 ? 0 : code % types + 1; }

// The place of the thread's site in its 2 x 2 x 2 sub-grid, along one axis (0, 1, 2). A class is the three
// places as three bits.
RULE u32 tapia_place(u32 sub_grid, u32 drawn_class, u32 axis) {
  return 2 * sub_grid + ((drawn_class >> axis) & 1u);
}

// The neighbour that a random word chooses among the 26 nearest, as its place in the block of 3 x 3 x 3
// sites. Place 13, in the middle, is the site itself.
RULE u32 tapia_neighbour(u32 word) {
  u32 direction = high_product(word, 26);
  return direction < 13 ? direction : direction + 1;
}

RULE u32 tapia_wrapped(u32 at, u32 by_plus_two, u32 side) { return (at + side + by_plus_two - 2) % side; }

// The change of λ (v − V)² if v becomes v + by.
RULE i32 tapia_volume_change(i32 strength, i32 target, i32 volume, i32 by) {
  return strength * by * (2 * (volume - target) + by);
}

RULES_END
