// Where the sites of a block lie in the parallel order, in the dialect. See block_order.h.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// A kernel for short axes defines it as i32.
#ifndef COORDINATE
#define COORDINATE i64
#endif

// A number from 0 to `bound` - 1, from a random word.
RULE u32 uniform_below(u32 word, u32 bound) { return (u32)(((u64)word * bound) >> 32); }

// A coordinate that may lie beyond the ends of its axis, by less than the axis is long: it is wrapped around
// a periodic axis, and -1 beyond a wall.
RULE COORDINATE wrap_coordinate(COORDINATE at, COORDINATE length, u32 periodic) {
  if (at >= 0 && at < length) return at;
  if (!periodic) return -1;
  return at < 0 ? at + length : at - length;
}

// The coordinate of the site that is `step` sites from the first one of a block.
RULE COORDINATE coordinate_in_block(u64 block, u32 step, u32 offset, u32 block_side, COORDINATE length,
                                    u32 periodic) {
  return wrap_coordinate((COORDINATE)(block * block_side + step) - (COORDINATE)offset, length, periodic);
}

// A layer of a part of the lattice, and the block it belongs to. In memory, layers are counted from the first
// that is stored; copies of a periodic lattice follow each other there.
typedef struct {
  u64 block;      // its number, across the layers
  i64 copy;       // of the lattice that it lies in
  i64 base;       // where in memory its first layer lies, or would lie
  u32 is_stored;  // there is such a block, and all layers that it reads and writes are stored or beyond a
                  // wall
  u32 is_first;   // the layer is the first of them
} LayerOfBlock;

// Are all layers stored, or beyond a wall, that a block reads and writes whose first layer lies at `base` in
// memory? Blocks of three sites a side touch the layers before and behind their first one.
RULE u32 layers_are_stored(i64 base, i64 block_side, i64 length, u32 periodic, i64 first_stored, i64 stored) {
  i64 first = base - (block_side == 3 ? 1 : 0), last = base + 1;
  if (!periodic) {
    i64 wall = -first_stored, far_wall = length - 1 - first_stored;
    first = first < wall ? wall : first;
    last = last > far_wall ? far_wall : last;
  }
  return first >= 0 && last < stored;
}

// `first_stored` is where the first stored layer lies in the lattice; it may lie before its beginning.
RULE LayerOfBlock layer_of_block(i64 layer, u32 offset, i64 block_side, i64 length, i64 blocks, u32 periodic,
                                 i64 first_stored, i64 stored) {
  LayerOfBlock found;
  i64 at = layer + first_stored + (i64)offset, copy = 0;
  if (periodic) copy = at >= 0 ? at / length : -((length - 1 - at) / length);
  i64 place = at - copy * length, block = place / block_side, step = place % block_side;
  found.block = (u64)block;
  found.copy = copy;
  found.base = layer - step;
  found.is_first = step == 0 || (!periodic && block_side == 2 && layer == -first_stored);
  found.is_stored =
      block < blocks && layers_are_stored(found.base, block_side, length, periodic, first_stored, stored);
  return found;
}

// Where in memory a layer lies that may lie beyond a wall, -1 there.
RULE i64 layer_in_memory(i64 layer, i64 length, u32 periodic, i64 first_stored) {
  i64 at = layer + first_stored;
  return !periodic && (at < 0 || at >= length) ? -1 : layer;
}

RULES_END
