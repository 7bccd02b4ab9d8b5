// What a tissue begins with, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/lattice.h"

namespace morula::potts {

// A box, or a ball inside it.
struct Shape {
  Site from, to;  // both corners belong to it
  bool is_ball = false;
  Site centre;
  Index radius = 0;

  // A point in half sites, so that the centre of a tile of any width is whole.
  bool contains(Site twice) const;
};

// Squares or cubes side by side, those whose centre lies in the shape; or the whole shape as one cell.
struct Tiles {
  Shape shape;
  std::optional<std::uint64_t> width;   // the whole shape is one cell when absent
  std::optional<std::uint64_t> count;   // this many of the tiles, at random; all of them when absent
  std::vector<double> fractions;        // of each type; they add up to 1
  std::optional<Site> first_tile = {};  // where it begins; at the corner of the shape's box when absent
};

// The cell of every site, in canonical order, and the type of every cell; cell 0 is the medium.
struct Labels {
  std::vector<std::uint32_t> cells;
  std::vector<std::uint8_t> types;
};

// Groups of tiles, of which the first listed has a site that several hold; or labels; or nothing but medium.
using Beginning = std::variant<std::vector<Tiles>, Labels>;

}  // namespace morula::potts
