// The key `types`: sub-populations, their proportions and their laws.
#pragma once

#include <optional>
#include <vector>

#include "io/section.h"
#include "models/proliferation/cell_type.h"

namespace morula {

// Returns nothing if there is an error; the problems are noted.
std::optional<std::vector<CellType>> read_cell_types(io::Section& section);

}  // namespace morula
