// Laws of times on a grid from 0 to `until`: what of them falls into each of its cells, and where in it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/proliferation/law/time_law.h"

namespace morula {

// Cell i lies between points i and i + 1. An integral of a law and a smooth function over it is
// `mass - later` times the function at its earlier end plus `later` times that at its later end: exact where
// the function is linear, whatever the law.
struct GridLaw {
  std::vector<double> mass, later;
  std::vector<double> sf;  // P(T > t) at the points, of which there is one more

  std::size_t cells() const { return mass.size(); }
};

struct GridLaws {
  GridLaw time;
  std::optional<GridLaw> part;  // of the drawn time a part, all parts being equally likely: T · U(0,1)
};

GridLaws on_grid(const TimeLaw& law, double until, std::size_t cells, bool with_part);
std::vector<double> sf_on_grid(const TimeLaw& law, double until, std::size_t cells);

// The same on half as many cells.
std::vector<double> every_second(const std::vector<double>& values);
GridLaw coarser(const GridLaw& law);

// Half the distance between the quantiles 1/6 and 5/6, which is close to the sd if the law is nearly normal.
double width_of(const TimeLaw& law);

}  // namespace morula
