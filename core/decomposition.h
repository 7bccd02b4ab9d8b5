// How the layers of a lattice (rows of a plane, planes of a solid) are shared out among ranks: a slab of
// consecutive layers for each.
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
  // Slabs of sizes as equal as possible, with borders at multiples of `granularity` layers. If there are more
  // ranks than such slabs, some are empty.
  Decomposition(const Lattice& whole, Index granularity, int ranks);

  int ranks() const { return static_cast<int>(slabs_.size()); }
  const LayerRange& owned_by(int rank) const { return slabs_[static_cast<std::size_t>(rank)]; }
  int owner_of(Index layer) const;
  Index smallest() const;

  // The ranks that own the layers before and behind those of a rank; -1 beyond a fixed boundary.
  int before(int rank) const;
  int behind(int rank) const;

  // What a rank holds with halos of this many layers. All ranks store the same number of layers, so that
  // kernels compiled for one serve all; layers that are neither owned nor of a halo are scratch. They never
  // lie beyond a fixed boundary, where nothing may change.
  Lattice part(int rank, Index halo) const;

 private:
  Lattice whole_;
  std::vector<LayerRange> slabs_;
};

// The most ranks whose slabs have at least `least` layers each.
int most_ranks(const Lattice& whole, Index granularity, Index least, int at_most);

}  // namespace morula
