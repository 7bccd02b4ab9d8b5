// The key `fit` of a type: the ranges in which a fit chooses its values.
#pragma once

#include <vector>

#include "io/section.h"
#include "models/proliferation/cell_type.h"

namespace morula {

// Problems are noted.
FitBounds read_fit_bounds(io::Section& type, const CellType& read);

// Can proportions within these bounds sum to 1?
void check_fit_proportions(io::Section& section, const std::vector<CellType>& types);

}  // namespace morula
