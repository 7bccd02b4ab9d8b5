// Access to cells of one byte each, on a device: single cells, and quads. A quad is the four neighbouring
// cells, in canonical order, that share a random draw.
//
// The defines of a model, besides those of lattice_defines.h:
//   PLACE            i32 if it can count all stored cells, otherwise i64
//   LAYER_NUMBER     u32 if it can count all layers, otherwise u64
//   IS_3D            1 if a layer is a plane; in 2D a layer is a row
//   LAYERS           number of layers of the whole lattice

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed boundary.
RULE PLACE wrapped_site(PLACE at, PLACE side, int is_periodic) {
  if (at >= 0 && at < side) return at;
  return is_periodic ? ((at % side) + side) % side : -1;
}

RULE u32 state_at(GLOBAL const u8* states, PLACE x, PLACE y, PLACE z) {
  x = wrapped_site(x, (PLACE)SIZE_X, PERIODIC_X);
  y = wrapped_site(y, (PLACE)SIZE_Y, PERIODIC_Y);
  z = wrapped_site(z, (PLACE)SIZE_Z, PERIODIC_Z);
  return x < 0 || y < 0 || z < 0 ? 0u : states[(z * (PLACE)SIZE_Y + y) * (PLACE)SIZE_X + x];
}

// Four states side by side, the first in the lowest byte.
RULE u32 quad_at(GLOBAL const u8* states, PLACE x, PLACE y, PLACE z) {
  return state_at(states, x, y, z) | state_at(states, x + 1, y, z) << 8 |
         state_at(states, x + 2, y, z) << 16 | state_at(states, x + 3, y, z) << 24;
}
#define QUAD_WORD(place, dy, dz) \
  (((GLOBAL const u32*)states)[cell / 4 + (place) + ((dz) * (PLACE)SIZE_Y + (dy)) * (PLACE)(SIZE_X / 4)])

// Four bytes: 1 for each of four states that is at least `least` and below `end`, else 0. All states are
// below 128.
RULE u32 quads_between(u32 quad, u32 least, u32 end) {
  u32 high = quad | 0x80808080u;
  return ((high - least) & ~(high - end)) >> 7 & 0x01010101u;
}
