// What the means of single cells make of a whole population.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/proliferation/expectation/expected_cells.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

using TypeMeans = std::vector<std::vector<double>>;  // [type][generation]

// Living cells of a type, by generation, that one initial cell of unknown type has become at a time, in the
// mean, if none ever fades.
std::vector<double> mean_generations(const CellType& type, CycleStart start, double time,
                                     const ExpectedOptions& options);
// Of every type; `points` are those of the grid of times.
TypeMeans mean_generations(const ProliferationSpec& spec, double time, std::size_t points);

double expected_population(const ProliferationSpec& spec);  // counted at the end, in the mean

struct Crowd {
  double cells = 0, time = 0;
};

// Whether more than so many cells are there at some time, in the mean, and when. They are walked though they
// have faded by the end.
std::optional<Crowd> crowd_beyond(const ProliferationSpec& spec, double most);

// Cells that are born by the end, in the mean, after one division more than a lineage may have.
double births_too_deep(const ProliferationSpec& spec);

}  // namespace morula
