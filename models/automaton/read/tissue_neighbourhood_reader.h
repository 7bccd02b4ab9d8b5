// Reads which cells of a tissue are neighbours, and their weights.
#pragma once

#include "core/neighbourhood.h"
#include "io/section.h"

namespace morula {

// Reads `range` (1 to 3) and `weights` of the section `tissue`. `near` is the neighbourhood of range 1 that
// the model file names. With a larger range, the neighbours are the cells within the cube of that range (or,
// for von-neumann, the octahedron).
Neighbourhood read_tissue_neighbourhood(io::Section& section, unsigned dimensions, const Neighbourhood& near);

}  // namespace morula
