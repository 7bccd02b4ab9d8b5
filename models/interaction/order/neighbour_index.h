// The canonical indices of a site's neighbours.
#pragma once

#include <vector>

#include "core/lattice.h"
#include "core/uint128.h"
#include "models/interaction/order/neighbours.h"

namespace morula {

// Repeated division by the same number: a multiplication by its reciprocal where that is exact for every
// dividend.
class Divider {
 public:
  // For dividends below `below`. The reciprocal is too large by less than by / 2^64, the quotient of n by
  // less than n / 2^64: too little to reach the next whole number while n · by stays below 2^64.
  Divider(u64 by, u64 below)
      : by_(by), exact_(by > 1 && Uint128{below} * by < (Uint128{1} << 64)), reciprocal_(~u64{0} / by + 1) {}

  u64 quotient(u64 number) const { return exact_ ? high_product(number, reciprocal_) : number / by_; }

 private:
  u64 by_;
  bool exact_;
  u64 reciprocal_;
};

class NeighbourIndex {
 public:
  static constexpr Index outside = ~Index{0};  // beyond a wall

  NeighbourIndex(const Lattice& lattice, std::vector<Displacement> displacements);

  u32 count() const { return static_cast<u32>(displacements_.size()); }

  // One of the count() neighbours of a site.
  Index of(Index site, u32 which) const {
    const u64 row = rows_.quotient(site), x = site - row * width_;
    const u64 layer = depth_ == 1 ? 0 : layers_.quotient(row), y = row - layer * height_;
    const bool inner = x - 1 < width_ - 2 && y - 1 < height_ - 2 && (is_2d_ || layer - 1 < depth_ - 2);
    return inner ? site + steps_[which] : at_boundary({x, y, layer}, which);
  }

 private:
  Index at_boundary(Site site, u32 which) const;

  Lattice lattice_;
  std::vector<Displacement> displacements_;
  std::vector<Index> steps_;  // from index to index, modulo 2^64, where no boundary is crossed
  u64 width_, height_, depth_;
  bool is_2d_;  // unlike a 3D lattice of depth 1, whose sites have neighbours above and below
  Divider rows_, layers_;
};

}  // namespace morula
