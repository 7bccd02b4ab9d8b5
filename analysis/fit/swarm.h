// A swarm of particles that searches for the smallest value of a function over a box. It knows nothing about
// the function. It passes the positions of all particles at once, so that a device can evaluate them in one
// batch.
#pragma once

#include <functional>
#include <vector>

#include "core/draw.h"

namespace morula {

using Position = std::vector<double>;  // a coordinate for each dimension

struct SearchBox {
  Position low, high;
};

struct SwarmChoice {
  unsigned particles = 50;
  unsigned iterations = 100;  // each evaluates all particles; the first, at their initial positions
};

struct SwarmResult {
  std::vector<Position> personal_bests;  // best position of each particle; the best of all comes first
  double value = 0;                      // the value at the best position of all
  std::vector<double> curve;             // the smallest value so far, after each iteration
};

// The function's values at these positions, in their order.
using Objective = std::function<std::vector<double>(const std::vector<Position>& positions)>;

// The result depends only on the key and the function. Particle p draws for dimension d in iteration i at
// (where p, when i, which d).
SwarmResult minimise(const SearchBox& box, const SwarmChoice& choice, u32x2 key, const Objective& objective);

}  // namespace morula
