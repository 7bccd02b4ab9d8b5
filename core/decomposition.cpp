#include "core/decomposition.h"

#include <algorithm>

#include "core/ceil_divide.h"

namespace morula {

Decomposition::Decomposition(const Lattice& whole, Index granularity, int ranks) : whole_(whole) {
  const Index layers = whole.layers_of(whole.global), units = ceil_divide(layers, granularity);
  const auto border = [&](int rank) {
    const Index unit = units * static_cast<Index>(rank) / static_cast<Index>(ranks);
    return std::min(unit * granularity, layers);
  };
  for (int rank = 0; rank < ranks; ++rank) slabs_.push_back({border(rank), border(rank + 1) - border(rank)});
}

int Decomposition::owner_of(Index layer) const {
  const auto after = std::ranges::upper_bound(slabs_, layer, {}, &LayerRange::end);
  return static_cast<int>(after - slabs_.begin());
}

Index Decomposition::smallest() const { return std::ranges::min(slabs_, {}, &LayerRange::count).count; }

int Decomposition::before(int rank) const {
  if (rank > 0) return rank - 1;
  return whole_.boundary_across() == Boundary::Periodic ? ranks() - 1 : -1;
}

int Decomposition::behind(int rank) const {
  if (rank + 1 < ranks()) return rank + 1;
  return whole_.boundary_across() == Boundary::Periodic ? 0 : -1;
}

Lattice Decomposition::part(int rank, Index halo) const {
  if (ranks() == 1) return whole_;
  const bool has_one_halo = ranks() == 2 && whole_.boundary_across() == Boundary::Fixed;
  const Index largest = std::ranges::max(slabs_, {}, &LayerRange::count).count;
  const Index stored = largest + (has_one_halo ? 1 : 2) * halo;
  const LayerRange& owned = owned_by(rank);
  const Index stored_before = before(rank) < 0 ? 0 : behind(rank) < 0 ? stored - owned.count : halo;
  return whole_.part(owned.first, owned.count, stored_before, stored);
}

int most_ranks(const Lattice& whole, Index granularity, Index least, int at_most) {
  int ranks = at_most;
  while (ranks > 1 && Decomposition(whole, granularity, ranks).smallest() < least) --ranks;
  return ranks;
}

}  // namespace morula
