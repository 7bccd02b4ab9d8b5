// The bit planes of all replicas, in host memory. A row of one plane is two rows of bits: bit b of the even
// row is site 2b, bit b of the odd row is site 2b + 1, so that the two sites of a block share a bit. At
// offset 1 block b holds the odd site b - 1 and the even site b: then the odd rows are shifted up by one bit,
// and stay so until a phase with offset 0. Bits beyond the end of a row are zero.
#pragma once

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
    return &all_[((replica * height_ + y) * planes_ * 2 + plane * 2 + parity) * vectors_];
  }
  const bits* row(u64 replica, u64 y, unsigned plane, unsigned parity) const {
    return const_cast<BitplaneRows*>(this)->row(replica, y, plane, parity);
  }

  // Shifts the odd sites of a row up or back down by one bit. In a periodic row the last of them then shares
  // a bit with the first even one.
  void shift_odd_up(u64 replica, u64 y);
  void shift_odd_down(u64 replica, u64 y);

 private:
  unsigned planes_;
  u64 width_, height_, vectors_;
  bool periodic_;          // along x
  std::vector<bits> all_;  // [replica][y][plane][parity][vector], and one more to read beyond the last
};

}  // namespace morula
