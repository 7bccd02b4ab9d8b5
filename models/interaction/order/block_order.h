// The parallel order: how the lattice is divided into blocks in each phase, and how many phases make a
// generation. One interaction happens in each block of a phase; in refined phases, in each block that acts.
// In a block of two sites a side any site may be the actor. Where reproduction needs kin, blocks have three
// sites a side and the first site is the actor.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/draw.h"
#include "core/lattice.h"
#include "models/interaction/interaction_spec.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/combs.h"

namespace morula {

// One axis of the lattice, divided into blocks.
struct BlockedAxis {
  u64 length = 1;
  u64 block_side = 2;
  bool periodic = true;

  u32 offsets() const;  // the offset of a phase is one of 0, 1, …, offsets() - 1
  u64 blocks() const;   // the same number at every offset; at walls the outer blocks may lie partly outside
};

// Consecutive rows of blocks of a phase whose sites are all stored here: rows `begin` to `end` - 1 of the
// whole lattice. `shift` is added to a coordinate across the layers of a part to get its place in memory.
struct StoredRows {
  u64 begin, end;
  i64 shift = 0;
};

// The distance in blocks between two consecutive blocks of a comb, if one block in `refine` acts in each
// phase.
u32 comb_spacing_for(std::uint64_t refine);

struct BlockOrder {
  explicit BlockOrder(const InteractionSpec& interaction);

  u64 phases_until(u64 generation) const;  // number of phases in the first `generation` generations
  u64 rows() const { return axes[1].blocks() * axes[2].blocks(); }  // of blocks along x
  std::array<u32, 3> offset_of(u32x2 offset_key, u64 phase) const;  // along each axis

  // The rows of blocks that are stored here have numbers. No phase has more of them than this.
  u64 most_stored_rows() const { return is_part_ ? most_stored_blocks() * rows_in_layer() : rows(); }
  // Calls visit(StoredRows) for the rows numbered `first` to `last` - 1.
  template <typename Visit>
  void for_stored_rows(const std::array<u32, 3>& offset, u64 first, u64 last, const Visit& visit) const {
    if (is_part_)
      for (const StoredRows& stretch : rows_of_part(offset, first, last)) visit(stretch);
    else
      visit(StoredRows{first, last});
  }
  // Place in memory of the site that is `step` sites from the first site of a block; -1 beyond a wall.
  i64 coordinate(unsigned axis, u64 block, i64 step, u32 offset, i64 shift) const {
    const BlockedAxis& along = axes[axis];
    const i64 at = static_cast<i64>(block * along.block_side) + step - static_cast<i64>(offset);
    if (is_part_ && axis == axis_across_) return coordinate_across(at, shift);
    return wrap_coordinate(at, static_cast<i64>(along.length), along.periodic);
  }
  // Place of the site that is `step` sites from the one at coordinate `at` in memory; -1 beyond a wall.
  i64 coordinate_beside(unsigned axis, i64 at, i64 step, i64 shift) const {
    const BlockedAxis& along = axes[axis];
    if (is_part_ && axis == axis_across_) return coordinate_across(at - shift + step, shift);
    return wrap_coordinate(at + step, static_cast<i64>(along.length), along.periodic);
  }

  u64 comb_span() const { return u64{comb_spacing} * 32; }  // blocks
  // A column of a row of blocks is what is drawn at once: the blocks of a word or, in refined phases, those
  // of a comb.
  bool is_refined() const { return refine > 1; }
  u64 columns() const { return is_refined() ? combs_x : words_x; }
  u64 stacks() const { return (rows() + stack_rows - 1) / stack_rows; }  // in a column
  // Address of the draws of a word or comb. Row and column are those of the whole lattice.
  u64 draw_of(u64 row, u64 column) const { return stack_of(row) * columns() + column; }
  u64 stack_of(u64 row) const { return row / stack_rows; }
  // The row in which a comb of a stack acts, if there is one.
  std::optional<u64> acting_row(u64 stack, Comb comb) const {
    const u64 row = stack * stack_rows + comb.row;
    return comb.row < stack_rows && row < rows() ? std::optional(row) : std::nullopt;
  }

  std::array<BlockedAxis, 3> axes;
  u64 words_x = 1;       // of 32 blocks, in one row of blocks
  u32 refine = 1;        // in each phase, one block in `refine` acts
  u32 comb_spacing = 1;  // distance in blocks between two consecutive blocks of a comb
  u64 stack_rows = 1;    // consecutive rows of blocks; in each column, one of their combs acts
  u64 combs_x = 1;       // columns of combs

 private:
  // For a part of a lattice. Coordinates across its layers are not wrapped: on a periodic axis there are
  // copies of layers, one period apart.
  std::vector<StoredRows> rows_of_part(const std::array<u32, 3>& offset, u64 first, u64 last) const;
  u64 most_stored_blocks() const { return static_cast<u64>(stored_) / axes[axis_across_].block_side + 3; }
  u64 rows_in_layer() const { return axis_across_ == 2 ? axes[1].blocks() : 1; }
  i64 coordinate_across(i64 at, i64 shift) const {
    const BlockedAxis& along = axes[axis_across_];
    return !along.periodic && (at < 0 || at >= static_cast<i64>(along.length)) ? -1 : at + shift;
  }

  bool is_part_ = false;
  unsigned axis_across_ = 1;
  i64 first_stored_ = 0, stored_ = 0;  // layers; the first may lie before the first layer of the lattice

  u64 numerator_ = 1, denominator_ = 1;  // the number of phases in a generation, as a fraction
};

}  // namespace morula
