// The points of a sweep.
#pragma once

#include <vector>

#include "sweep/settings.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {

// Grid: every combination, the last key varying fastest. Zip: the first values, the second ones, and so on.
// Sobol: the first points of the sequence. Latin hypercube: every range is cut into as many equal parts as
// there are points, and each part of each range holds one of them, at a place in it that is drawn.
std::vector<Settings> design_points(const SweepSpec& sweep);

// Coordinate `dimension` of point `index` of a Latin hypercube of so many points. Drawn at (where index, when
// 0, which 0), strata are assigned by an addressed shuffle; both have a key for each dimension.
double latin_hypercube(std::uint64_t seed, std::uint64_t points, std::uint64_t index, std::size_t dimension);

}  // namespace morula::sweep
