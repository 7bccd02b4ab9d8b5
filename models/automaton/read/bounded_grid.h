// Golly's bounded grids. The rule in the header of an RLE pattern names one in a suffix: B3/S23:T30,20 is a
// torus of 30 by 20 cells, B3/S23:P30,20 a plane of that size surrounded by dead cells.
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
  std::string suffix;           // the suffix in the header, with its colon
  friend bool operator==(const BoundedGrid&, const BoundedGrid&) = default;
};

std::string_view without_grid(std::string_view rule);  // B3/S23 of B3/S23:T30,20
std::optional<BoundedGrid> grid_in(std::string_view rule);

bool is_same(const BoundedGrid& grid, const Lattice& lattice);

// The message for a pattern of this grid that is placed on another lattice, with a remedy. `rule` is the
// pattern's rule without the grid.
std::string grid_problem(const BoundedGrid& grid, const Lattice& lattice, std::string_view rule);

// The lattice in Golly's notation; nothing if Golly has no such grid.
std::optional<std::string> grid_suffix(const Lattice& lattice);

}  // namespace morula
