// The parallel order: how the lattice is divided into blocks in each phase, and how many phases make a
// generation. One interaction happens in each block of a phase. Its actor is any of the sites of a block of
// two sites a side; where reproduction needs kin, it is the first site of a block of three sites a side.
#pragma once

#include <array>

#include "core/draw.h"
#include "core/lattice.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// One axis of the lattice, divided into blocks.
struct BlockedAxis {
  u64 length = 1;
  u64 block_side = 2;
  bool periodic = true;

  u32 offsets() const;  // the offset of a phase is one of 0, 1, …, offsets() - 1
  u64 blocks() const;   // the same number at every offset; at walls the outer ones may lie partly outside
};

struct BlockOrder {
  explicit BlockOrder(const InteractionSpec& interaction);

  u64 phases_until(u64 generation) const;  // phases from the beginning to the end of that many generations
  u64 rows() const { return axes[1].blocks() * axes[2].blocks(); }  // of blocks along x
  u64 words() const { return words_x * rows(); }                    // of 32 blocks along x, in a phase
  std::array<u32, 3> offset_of(u32x2 offset_key, u64 phase) const;  // along each axis

  std::array<BlockedAxis, 3> axes;
  u64 words_x = 1;  // in one row of blocks

 private:
  u64 numerator_ = 1, denominator_ = 1;  // of the number of phases in a generation
};

}  // namespace morula
