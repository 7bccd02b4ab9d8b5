// Pairs of sites along an axis, and how many of them differ. Interfaces and correlations are computed from
// them.
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

// Counts the pairs of sites at distances `from`, `from` + 1, ... along the axis, for `distances` distances,
// all shorter than the axis. Pairs reach across a periodic boundary, but not across a wall. `states` are
// those of the whole lattice.
std::vector<SitePairs> site_pairs(std::span<const u8> states, const Lattice& lattice, Axis axis, Index from,
                                  Index distances, ThreadPool& threads);

}  // namespace morula
