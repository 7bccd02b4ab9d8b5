// The rows of a histogram of fluorescence: what cells of all bins and generations come to, in one pass and
// without a table of them, which would be as large as the file that is written.
#pragma once

#include <functional>
#include <span>

#include "models/proliferation/observe/cell_tables.h"

namespace morula {

// Fluorescences that occur, rising, and the cells of each type. Bins whose dyes come to the same are one row.
using FluorescenceRow = std::function<void(double fluorescence, std::span<const double> by_type)>;
void for_each_row(const ProliferationSpec& spec, const CellNumbers& cells, const FluorescenceRow& visit);

std::uint64_t most_rows(const ProliferationSpec& spec);

}  // namespace morula
