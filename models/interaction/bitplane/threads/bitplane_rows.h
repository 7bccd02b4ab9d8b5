// The bit planes of all replicas, in host memory. A row of one plane is two rows of bits: bit b of the even
// row is site 2b and bit b of the odd row is site 2b + 1, so that the two sites of a block have the same bit
// number. Bits beyond the end of a row are zero. A row is held as the last phase that used it needed it:
//
// - Where x ends at walls or has an even number of sites, block b holds at offset 1 the odd site b - 1 and
//   the even site b. The odd row of bits is then shifted up by one.
// - Where x is periodic with an odd number of sites, the row is turned around so that it begins with the
//   first site of block 0. Even and odd then refer to places counted from there. The last site belongs to no
//   block and is idle.
//
// In three dimensions rows are counted through all layers.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "core/lattice.h"
#include "core/many_draws.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

constexpr u64 bits_in_vector = sizeof(bits) * 8;

class BitplaneRows {
 public:
  explicit BitplaneRows(const InteractionSpec& interaction);

  static u64 bytes(const InteractionSpec& interaction);

  unsigned planes() const { return planes_; }
  u64 vectors() const { return vectors_; }  // in a row of one parity
  u64 sites_in(unsigned parity) const { return parity ? width_ / 2 : (width_ + 1) / 2; }

  bits* row(u64 replica, u64 y, unsigned plane, unsigned parity) {
    return &row_bits_[((replica * height_ + y) * planes_ * 2 + plane * 2 + parity) * vectors_];
  }
  const bits* row(u64 replica, u64 y, unsigned plane, unsigned parity) const {
    return const_cast<BitplaneRows*>(this)->row(replica, y, plane, parity);
  }

  u64 height() const { return height_; }     // rows in all layers
  bool is_turned() const { return turns_; }  // whether rows are turned rather than shifted

  // Memory in which a thread turns rows.
  struct Spare {
    explicit Spare(const BitplaneRows& rows) : words(2 * rows.vectors() + 6) {}
    std::vector<bits> words;
  };
  // Shifts or turns a row to the offset of a phase. Rows have offset 0 at first, and are read and written at
  // offset 0.
  void set_offset(u64 replica, u64 y, u32 offset, Spare& spare);

  // A whole row with all its planes, at offset 0.
  u64 row_bytes() const { return planes_ * 2 * vectors_ * sizeof(bits); }
  void assign(u64 replica, u64 y, const std::byte* from) {
    std::memcpy(row(replica, y, 0, 0), from, row_bytes());
    offsets_[replica * height_ + y] = 0;
  }

 private:
  // In a periodic row the last odd site then has the same bit number as the first even one.
  void shift_odd_up(u64 replica, u64 y);
  void shift_odd_down(u64 replica, u64 y);
  // Shifts up or down rows whose odd sites fit into a word.
  void shift_short_odd(u64 replica, u64 y, u32 offset);
  void turn(u64 replica, u64 y, u64 by, Spare& spare);

  unsigned planes_;
  u64 width_, height_, vectors_;
  bool periodic_, turns_;  // along x
  // [replica][y][plane][parity][vector], and a further vector that may be read beyond the last
  std::vector<bits> row_bits_;
  std::vector<u32> offsets_;  // [replica][y]
};

}  // namespace morula
