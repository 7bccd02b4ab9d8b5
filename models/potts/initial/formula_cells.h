// Cells from a formula that gives the type of every site.
#pragma once

#include <optional>

#include "core/lattice.h"
#include "models/potts/initial/start.h"

namespace morula::potts {

// Nearest neighbours of the same type belong to the same cell, unless they lie in different cubes of `width`
// sites. Cells are numbered in the order of their lowest sites. `types` has the type of every site, 0 for the
// medium.
Labels cells_of_types(const std::vector<std::uint8_t>& types, const Lattice& lattice,
                      std::optional<Index> width);

}  // namespace morula::potts
