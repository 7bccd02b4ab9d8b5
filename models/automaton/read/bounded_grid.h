// Golly's bounded grids, which the rule in the header of an RLE pattern names in a suffix: B3/S23:T30,20 is a
// torus of 30 by 20 cells, B3/S23:P30,20 a plane of that size with dead cells around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/lattice.h"

namespace morula {

struct BoundedGrid {
  enum class Surface { Torus, Plane, Other };  // Other: Klein bottles, spheres, twisted and unbounded ones
  Surface surface = Surface::Other;
  Index width = 0, height = 0;  // of a torus or a plane
  std::string suffix;           // as it is written, with its colon
  friend bool operator==(const BoundedGrid&, const BoundedGrid&) = default;
};

std::string_view without_grid(std::string_view rule);  // B3/S23 of B3/S23:T30,20
std::optional<BoundedGrid> grid_in(std::string_view rule);

bool is_same(const BoundedGrid& grid, const Lattice& lattice);

// What is wrong with placing a pattern of this grid on this lattice, and what to write instead. `rule` is
// that of the pattern, without the grid.
std::string grid_problem(const BoundedGrid& grid, const Lattice& lattice, std::string_view rule);

// As Golly writes the lattice; nothing for lattices that Golly has no grid for.
std::optional<std::string> grid_suffix(const Lattice& lattice);

}  // namespace morula
