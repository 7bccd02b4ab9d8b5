// How a tissue is pictured: cells by type or by number, with lines between them.
#pragma once

#include <span>
#include <vector>

#include "models/potts/potts_spec.h"
#include "models/view.h"

namespace morula::potts {

Field cells_field(const PottsSpec& spec);  // the cell of every site of one replica

std::vector<View> cell_views(const PottsSpec& spec);

// The class of a cell in one of these views; `types` are those of the cells.
ClassOf cell_classes(const View& view, std::span<const std::uint8_t> types);

}  // namespace morula::potts
