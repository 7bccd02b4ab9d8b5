// The bit planes of all replicas, in host memory. A row of one plane is two rows of bits: bit b of the even
// row is site 2b, bit b of the odd row is site 2b + 1, so that the two sites of a block share a bit. Bits
// beyond the end of a row are zero. A row is held as the last phase that used it had it:
//
// - Where x ends at walls or has an even number of sites, block b holds at offset 1 the odd site b - 1 and
// the
//   even site b: then the odd row of bits is shifted up by one.
// - Where x is periodic with an odd number of sites, the row is turned around so that it begins with the
// first
//   site of block 0: even and odd then mean places from there. The last site, alone, is idle.
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
  u64 vectors() const { return vectors_; }  // of a row of one parity
  u64 sites_in(unsigned parity) const { return parity ? width_ / 2 : (width_ + 1) / 2; }

  bits* row(u64 replica, u64 y, unsigned plane, unsigned parity) {
    return &row_bits_[((replica * height_ + y) * planes_ * 2 + plane * 2 + parity) * vectors_];
  }
  const bits* row(u64 replica, u64 y, unsigned plane, unsigned parity) const {
    return const_cast<BitplaneRows*>(this)->row(replica, y, plane, parity);
  }

  u64 height() const { return height_; }     // rows in all layers
  bool is_turned() const { return turns_; }  // rather than shifted

  // Memory in which a thread turns rows.
  struct Spare {
    explicit Spare(const BitplaneRows& rows) : words(2 * rows.vectors() + 6) {}
    std::vector<bits> words;
  };
  // Holds a row as a phase with this offset has it. Rows begin with offset 0, in which they are read and
  // written.
  void set_offset(u64 replica, u64 y, u32 offset, Spare& spare);

  // A whole row with all planes, at offset 0.
  u64 row_bytes() const { return planes_ * 2 * vectors_ * sizeof(bits); }
  void assign(u64 replica, u64 y, const std::byte* from) {
    std::memcpy(row(replica, y, 0, 0), from, row_bytes());
    offsets_[replica * height_ + y] = 0;
  }

 private:
  // In a periodic row the last odd site then shares a bit with the first even one.
  void shift_odd_up(u64 replica, u64 y);
  void shift_odd_down(u64 replica, u64 y);
  void shift_short_odd(u64 replica, u64 y, u32 offset);  // rows whose odd sites fit a word, either way
  void turn(u64 replica, u64 y, u64 by, Spare& spare);

  unsigned planes_;
  u64 width_, height_, vectors_;
  bool periodic_, turns_;       // along x
  std::vector<bits> row_bits_;  // [replica][y][plane][parity][vector], and one more to read beyond the last
  std::vector<u32> offsets_;    // [replica][y]
};

}  // namespace morula
