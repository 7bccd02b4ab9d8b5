// generations.svg: how many cells of each generation and of each type are alive, over time.
#pragma once

#include "models/proliferation/observe/cell_tables.h"
#include "plot/figure.h"

namespace morula {

plot::Figure generations_figure(const ProliferationSpec& spec, const CellNumbers& cells);

}  // namespace morula
