// Lacunae of a network of cells: regions of the medium that cells enclose.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"

namespace morula::validation {

// The areas of connected regions of medium (cell 0; nearest neighbours) of a lattice in 2D with walls that do
// not touch a wall and have at least `least` sites.
std::vector<u64> lacunae_of(std::span<const u32> cells, const Extent& extent, u64 least);

}  // namespace morula::validation
