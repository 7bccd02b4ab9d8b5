// The Sobol sequence with the direction numbers of Joe and Kuo (2008), new-joe-kuo-6.
#pragma once

#include <cstddef>
#include <cstdint>

namespace morula::sweep {

constexpr std::size_t sobol_dimensions = 21;

// Coordinate `dimension` (from 0) of point `index` (from 0), in 32 binary digits: less than 1, and the first
// point is the origin. A point does not depend on how many there are.
double sobol(std::uint64_t index, std::size_t dimension);

}  // namespace morula::sweep
