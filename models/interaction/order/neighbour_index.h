// The canonical indices of a site's neighbours.
#pragma once

#include <vector>

#include "core/lattice.h"
#include "core/uint128.h"
#include "models/interaction/order/neighbours.h"

namespace morula {

// Repeated division by the same number. It is a multiplication by the reciprocal if that is exact for every
// dividend.
class Divider {
 public:
  // For dividends below `below`. The reciprocal is too large by less than by / 2^64, so the quotient of n is
  // too large by less than n / 2^64. That is too little to reach the next whole number if n · by is below
  // 2^64.
  Divider(u64 by, u64 below)
      : by_(by), exact_(by > 1 && Uint128{below} * by < (Uint128{1} << 64)), reciprocal_(~u64{0} / by + 1) {}

  u64 quotient(u64 number) const { return exact_ ? high_product(number, reciprocal_) : number / by_; }

 private:
  u64 by_;
  bool exact_;
  u64 reciprocal_;
};

// Tells from the index of a site alone whether it is neither the first nor the last along an axis. The index
// times the reciprocal of the row length, modulo 2^64, is the place in the row as a fraction of 2^64. Earlier
// rows add an error of less than one place. Layers work in the same way.
class InnerTest {
 public:
  // For an axis of `length` places, `stride` sites apart, in a lattice of this many sites.
  InnerTest(u64 length, u64 stride, u64 all_sites) {
    const u64 period = length * stride;
    const bool is_whole = period == all_sites, is_exact = Uint128{all_sites} * period < Uint128{1} << 64;
    if (length < 3 || !(is_whole || is_exact)) return;  // no site is then known to be an inner one
    factor_ = is_whole ? 1 : ~u64{0} / period + 1;
    from_ = stride * factor_;
    span_ = (length - 2) * stride * factor_;
  }
  bool is_inner(Index site) const { return site * factor_ - from_ < span_; }

 private:
  u64 factor_ = 0, from_ = 0, span_ = 0;
};

class NeighbourIndex {
 public:
  static constexpr Index outside = ~Index{0};  // beyond a wall

  NeighbourIndex(const Lattice& lattice, std::vector<Neighbour> displacements);

  u32 count() const { return static_cast<u32>(displacements_.size()); }

  // One of the count() neighbours of a site.
  Index of(Index site, u32 which) const { return lookup().of(site, which); }

  // A copy of the members for many sites, to be held in local variables: otherwise the compiler must assume
  // that a write between two sites may change any member.
  struct Lookup {
    Index of(Index site, u32 which) const {
      const u64 row = rows.quotient(site), x = site - row * width;
      const u64 layer = depth == 1 ? 0 : layers.quotient(row), y = row - layer * height;
      const bool inner = x - 1 < width - 2 && y - 1 < height - 2 && (is_2d || layer - 1 < depth - 2);
      return inner ? beside(site, which) : index->at_boundary({x, y, layer}, which);
    }
    // Is it certain that the neighbours of a site are those of beside(), across no boundary? In very large
    // lattices the answer may be false for inner sites too.
    template <bool in_2d>
    bool is_inner(Index site) const {
      const bool inner = (u32{along_x.is_inner(site)} & u32{across.is_inner(site)}) != 0;
      return in_2d ? inner : (u32{inner} & u32{along_y.is_inner(site)}) != 0;
    }
    Index beside(Index site, u32 which) const { return site + steps[which]; }

    const NeighbourIndex* index;
    const Index* steps;
    u64 width, height, depth;
    bool is_2d;
    Divider rows, layers;
    InnerTest along_x, along_y, across;  // across layers; in 2D, across rows
  };
  Lookup lookup() const {
    return {this,  steps_.data(), width_,   height_,  depth_, is_2d_,
            rows_, layers_,       along_x_, along_y_, across_};
  }

 private:
  Index at_boundary(Site site, u32 which) const;

  Lattice lattice_;
  std::vector<Neighbour> displacements_;
  std::vector<Index> steps_;  // differences of indices, modulo 2^64, where no boundary is crossed
  u64 width_, height_, depth_;
  bool is_2d_;  // a 3D lattice of depth 1 is not 2D: its sites have neighbours above and below
  Divider rows_, layers_;
  InnerTest along_x_, along_y_, across_;
};

}  // namespace morula
