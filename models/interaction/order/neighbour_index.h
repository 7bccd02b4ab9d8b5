// From a site to its neighbours, by canonical indices.
#pragma once

#include <vector>

#include "core/lattice.h"
#include "core/wide.h"
#include "models/interaction/order/neighbours.h"

namespace morula {

// Division by one number, over and over: a multiplication, where it is exact for all that is divided.
class Divider {
 public:
  // For numbers below `below`. The reciprocal is too large by less than by / 2^64, the quotient of n by less
  // than n / 2^64: too little to reach the next whole number while n · by stays below 2^64.
  Divider(u64 by, u64 below)
      : by_(by), exact_(by > 1 && Wide{below} * by < (Wide{1} << 64)), reciprocal_(~u64{0} / by + 1) {}

  u64 quotient(u64 number) const { return exact_ ? high_product(number, reciprocal_) : number / by_; }

 private:
  u64 by_;
  bool exact_;
  u64 reciprocal_;
};

class SiteMoves {
 public:
  static constexpr Index outside = ~Index{0};  // beyond a wall

  SiteMoves(const Lattice& lattice, std::vector<Displacement> displacements);

  u32 ways() const { return static_cast<u32>(displacements_.size()); }

  // The neighbour of a site, one of ways().
  Index from(Index site, u32 way) const {
    const u64 row = rows_.quotient(site), x = site - row * width_;
    const u64 layer = depth_ == 1 ? 0 : layers_.quotient(row), y = row - layer * height_;
    const bool inner = x - 1 < width_ - 2 && y - 1 < height_ - 2 && (depth_ == 1 || layer - 1 < depth_ - 2);
    return inner ? site + steps_[way] : from_rim({x, y, layer}, way);
  }

 private:
  Index from_rim(Site site, u32 way) const;

  Lattice lattice_;
  std::vector<Displacement> displacements_;
  std::vector<Index> steps_;  // between indices, modulo 2^64
  u64 width_, height_, depth_;
  Divider rows_, layers_;
};

}  // namespace morula
