// Positions of the sites of a block in the parallel order, in the dialect. See block_order.h.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// Type of coordinates. A kernel for short axes defines it as i32.
#ifndef COORDINATE
#define COORDINATE i64
#endif

// A number from 0 to `bound` - 1, from a random word.
RULE u32 uniform_below(u32 word, u32 bound) { return (u32)(((u64)word * bound) >> 32); }

// Wraps a coordinate that lies beyond the ends of its axis by less than the length of the axis. Beyond a wall
// the result is -1.
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

// A layer of a part of the lattice, and the block it belongs to. Layers in memory are counted from the first
// stored one; copies of a periodic lattice follow each other there.
typedef struct {
  u64 block;      // its number, across the layers
  i64 copy;       // number of the copy of the lattice that it lies in
  i64 base;       // place in memory of its first layer, even if that layer is not stored
  u32 is_stored;  // is there such a block, with all layers that it reads and writes stored or beyond a wall?
  u32 is_first;   // is this layer the first one of the block?
} LayerOfBlock;

// Are all layers that a block reads and writes either stored or beyond a wall? The first layer of the block
// lies at `base` in memory. Blocks of three sites a side also touch the layers before and after their first
// layer.
RULE u32 layers_are_stored(i64 base, i64 block_side, i64 length, u32 periodic, i64 first_stored, i64 stored) {
  i64 first = base - (block_side == 3 ? 1 : 0), last = base + 1;
  if (!periodic) {
    i64 wall = -first_stored, far_wall = length - 1 - first_stored;
    first = first < wall ? wall : first;
    last = last > far_wall ? far_wall : last;
  }
  return first >= 0 && last < stored;
}

// `first_stored` is the number of the first stored layer in the lattice. It may lie before layer 0.
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

// Place in memory of a layer that may lie beyond a wall; -1 if it does.
RULE i64 layer_in_memory(i64 layer, i64 length, u32 periodic, i64 first_stored) {
  i64 at = layer + first_stored;
  return !periodic && (at < 0 || at >= length) ? -1 : layer;
}

RULES_END
