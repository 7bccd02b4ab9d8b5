// The points of a sweep.
#pragma once

#include <vector>

#include "sweep/settings.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {

// Grid: every combination of values; the last key varies fastest. Zip: the first values of all keys, then the
// second values, and so on. Sobol: the first points of the sequence. Latin hypercube: for N points, every
// range is divided into N equal parts, and each part of each range contains exactly one point, at a random
// place.
std::vector<Settings> design_points(const SweepSpec& sweep);

// Coordinate `dimension` of point `index` of a Latin hypercube with `points` points. The place within a part
// is drawn at (where index, when 0, which 0); the parts are assigned by an addressed shuffle. Both use a key
// for each dimension.
double latin_hypercube(std::uint64_t seed, std::uint64_t points, std::uint64_t index, std::size_t dimension);

}  // namespace morula::sweep
