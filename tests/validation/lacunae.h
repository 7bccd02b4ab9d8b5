// Lacunae of a network of cells: regions of the medium that cells enclose.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"

namespace morula::validation {

// The areas of regions of medium on a 2D lattice with walls. A region is connected by nearest neighbours
// (cell 0), does not touch a wall and has at least `least` sites.
std::vector<u64> lacunae_of(std::span<const u32> cells, const Extent& extent, u64 least);

}  // namespace morula::validation
