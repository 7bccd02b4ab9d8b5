// Cells that a formula gives: the type of every site.
#pragma once

#include <optional>

#include "core/lattice.h"
#include "models/potts/initial/start.h"

namespace morula::potts {

// Sites of one type that are nearest neighbours belong to one cell, unless they lie in different cubes of
// `width` sites. Cells are numbered by their lowest sites. `types` are those of the sites, the medium is 0.
Labels cells_of_types(const std::vector<std::uint8_t>& types, const Lattice& lattice,
                      std::optional<Index> width);

}  // namespace morula::potts
