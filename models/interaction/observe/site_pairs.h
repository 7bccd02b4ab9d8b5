// Pairs of sites along an axis, and how many of them differ: interfaces and correlations follow from them.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"
#include "core/threads.h"
#include "models/spec.h"

namespace morula {

struct SitePairs {
  u64 compared = 0, differing = 0;
};

// The pairs of sites that lie `from`, `from` + 1, … apart along the axis, at `distances` distances, all of
// them shorter than the axis. Along a periodic axis pairs reach across the boundary, across a wall there are
// none. `states` are those of the whole lattice.
std::vector<SitePairs> site_pairs(std::span<const u8> states, const Lattice& lattice, Axis axis, Index from,
                                  Index distances, ThreadPool& threads);

}  // namespace morula
