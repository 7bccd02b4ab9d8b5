// The initial state of a tissue, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/lattice.h"

namespace morula::potts {

// A box, or a ball inside it.
struct Shape {
  Site from, to;  // both corners belong to the shape
  bool is_ball = false;
  Site centre;
  Index radius = 0;

  // The point is given in half sites, so that the centre of a tile of any width has whole coordinates.
  bool contains(Site twice) const;
};

// Squares or cubes side by side whose centres lie in the shape; or the whole shape as one cell.
struct Tiles {
  Shape shape;
  std::optional<std::uint64_t> width;   // if absent, the whole shape is one cell
  std::optional<std::uint64_t> count;   // this many tiles, chosen at random; if absent, all of them
  std::vector<double> fractions;        // for each type; they add up to 1
  std::optional<Site> first_tile = {};  // its lower corner; if absent, that of the shape's box
};

// The cell of every site, in canonical order, and the type of every cell; cell 0 is the medium.
struct Labels {
  std::vector<std::uint32_t> cells;
  std::vector<std::uint8_t> types;
};

// Groups of tiles, where a site in several groups belongs to the first of them; or labels; or only medium.
using Beginning = std::variant<std::vector<Tiles>, Labels>;

}  // namespace morula::potts
