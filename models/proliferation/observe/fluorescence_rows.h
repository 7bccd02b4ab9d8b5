// The rows of a histogram of fluorescence, from the cells of all bins and generations. They are made in one
// pass, without a table: a table would be as large as the file that is written.
#pragma once

#include <functional>
#include <span>

#include "models/proliferation/observe/cell_tables.h"

namespace morula {

// Called for each fluorescence that occurs, in ascending order, with the number of cells of each type. Bins
// with the same fluorescence become one row.
using FluorescenceRow = std::function<void(double fluorescence, std::span<const double> by_type)>;
void for_each_row(const ProliferationSpec& spec, const CellNumbers& cells, const FluorescenceRow& visit);

std::uint64_t most_rows(const ProliferationSpec& spec);

}  // namespace morula
