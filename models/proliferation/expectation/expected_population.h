// Expected numbers of cells in a whole population, computed from those of single cells.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/proliferation/expectation/expected_cells.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

using GenerationsByType = std::vector<std::vector<double>>;  // [type][generation]

// The expected number of living cells of this type, by generation, that descend from one initial cell of
// unknown type, if no cell ever fades.
std::vector<double> expected_generations(const CellType& type, CycleStart start, double time,
                                         const ExpectedOptions& options);
// The same for every type; `points` is the size of the grid of times.
GenerationsByType expected_generations(const ProliferationSpec& spec, double time, std::size_t points);

double expected_population(const ProliferationSpec& spec);  // cells counted at the end

struct PopulationAt {
  double cells = 0, time = 0;
};

// A time at which more than `most` cells are expected, if there is one. A simulation has to compute these
// cells even if they have faded by the end.
std::optional<PopulationAt> population_beyond(const ProliferationSpec& spec, double most);

// The expected number of cells that are born by the end after one division more than a lineage may have.
double births_beyond_limit(const ProliferationSpec& spec);

}  // namespace morula
