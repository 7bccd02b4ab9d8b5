// A swarm of particles that looks for the least value of a function over a box. It knows nothing of what the
// function is: it hands over the positions of all particles at once, so that a device can take them in one
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
  unsigned iterations = 100;  // each evaluates every particle; the first, where they begin
};

struct SwarmResult {
  std::vector<Position> personal_bests;  // of each particle; the best of all first
  double value = 0;                      // there
  std::vector<double> curve;             // the least value found so far, after each iteration
};

// The function's values at these positions, in their order.
using Objective = std::function<std::vector<double>(const std::vector<Position>& positions)>;

// What it does depends on the key and on the function alone. Particle p draws for dimension d in iteration i
// at (where p, when i, which d).
SwarmResult minimise(const SearchBox& box, const SwarmChoice& choice, u32x2 key, const Objective& objective);

}  // namespace morula
