// Laws of times on a grid from 0 to `until`: the probability in each cell of the grid, and its position
// there.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/proliferation/law/time_law.h"

namespace morula {

// Cell i lies between points i and i + 1. The integral of a function over the law in this cell is `mass -
// later` times the function at the earlier end plus `later` times the function at the later end. This is
// exact for linear functions, whatever the law.
struct GridLaw {
  std::vector<double> mass, later;
  std::vector<double> sf;  // P(T > t) at the points, one more than there are cells

  std::size_t cells() const { return mass.size(); }
};

struct GridLaws {
  GridLaw time;
  std::optional<GridLaw> part;  // the law of T · U(0,1), a uniformly distributed part of the drawn time
};

GridLaws on_grid(const TimeLaw& law, double until, std::size_t cells, bool with_part);
std::vector<double> sf_on_grid(const TimeLaw& law, double until, std::size_t cells);

// The same law or values on half as many cells.
std::vector<double> every_second(const std::vector<double>& values);
GridLaw coarser(const GridLaw& law);

// Half the distance between the quantiles 0.16 and 0.84, which is close to the sd if the law is nearly
// normal.
double width_of(const TimeLaw& law);

}  // namespace morula
