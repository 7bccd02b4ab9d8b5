// Pairs of sites along an axis, and how many of them differ: what interfaces and correlations are made of.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"
#include "core/threads.h"
#include "models/spec.h"

namespace morula {

struct SitePairs {
  u64 all = 0, differing = 0;
};

// The pairs of sites `from`, `from` + 1, … apart along the axis, as many distances as `distances` says. Each
// site has a partner, across the boundary too where that is periodic; across a wall there is none. All
// distances are below the side. `states` are those of the whole lattice.
std::vector<SitePairs> site_pairs(std::span<const u8> states, const Lattice& lattice, Axis axis, Index from,
                                  Index distances, ThreadPool& threads);

}  // namespace morula
