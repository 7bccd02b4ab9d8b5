// The Sobol sequence with the direction numbers of Joe and Kuo (2008), new-joe-kuo-6.
#pragma once

#include <cstddef>
#include <cstdint>

namespace morula::sweep {

constexpr std::size_t sobol_dimensions = 21;

// Coordinate `dimension` (counted from 0) of point `index` (counted from 0), a number of 32 binary digits
// below 1. The first point is the origin. A point does not depend on the number of points.
double sobol(std::uint64_t index, std::size_t dimension);

}  // namespace morula::sweep
