// How the layers of a lattice (rows of a plane, planes of a solid) are divided among ranks: each rank owns a
// slab of consecutive layers.
#pragma once

#include <vector>

#include "core/lattice.h"

namespace morula {

struct LayerRange {
  Index first = 0, count = 0;

  Index end() const { return first + count; }
};

class Decomposition {
 public:
  // Slabs of nearly equal size that begin at multiples of `granularity` layers. If there are more ranks than
  // such slabs, some slabs are empty.
  Decomposition(const Lattice& whole, Index granularity, int ranks);

  int ranks() const { return static_cast<int>(slabs_.size()); }
  const LayerRange& owned_by(int rank) const { return slabs_[static_cast<std::size_t>(rank)]; }
  int owner_of(Index layer) const;
  Index smallest() const;

  // The ranks that own the layers before and behind those of `rank`; -1 at a fixed boundary.
  int before(int rank) const;
  int behind(int rank) const;

  // The part of the lattice that a rank stores, with halos of `halo` layers. All ranks store the same number
  // of layers, so that kernels compiled for one rank serve all. Stored layers that are neither owned nor halo
  // are scratch space. None of them lies beyond a fixed boundary, where nothing may change.
  Lattice part(int rank, Index halo) const;

 private:
  Lattice whole_;
  std::vector<LayerRange> slabs_;
};

// The largest number of ranks, up to `at_most`, with which every slab has at least `least` layers.
int most_ranks(const Lattice& whole, Index granularity, Index least, int at_most);

}  // namespace morula
