// The exact means of the process, computed without random numbers. Simulations are tested against them, and
// fits use them because they are fast.
#pragma once

#include <cstddef>
#include <vector>

#include "models/proliferation/cell_type.h"

namespace morula {

struct ExpectedOptions {
  unsigned generations = 63;  // the last generation to compute
  std::size_t points = 4096;  // of the grid of times
};

// The mean number of cells in generations 0, 1, 2, ... at time `until` that descend from one initial cell of
// this type, if none ever fades: 2^k · P(alive after exactly k divisions). Returns `generations` + 1 numbers.
std::vector<double> expected_cells(const CellType& type, CycleStart start, double until,
                                   const ExpectedOptions& options = {});
// The mean numbers of cells born by that time, whether or not they are still alive.
std::vector<double> expected_births(const CellType& type, CycleStart start, double until,
                                    const ExpectedOptions& options = {});

}  // namespace morula
