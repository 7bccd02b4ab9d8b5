// Which cells of a tissue see each other, and how strongly.
#pragma once

#include "core/neighbourhood.h"
#include "io/section.h"

namespace morula {

// Reads `range` (1 to 3) and `weights` of the section `tissue`. `near` is the neighbourhood named in the
// model file, of range 1: beyond that, a neighbour is what lies within the cube (or, for von-neumann, the
// octahedron) of that range.
Neighbourhood read_tissue_neighbourhood(io::Section& section, unsigned dimensions, const Neighbourhood& near);

}  // namespace morula
