// The neighbours of a site on a square or cubic lattice: by name, by order of distance, or by range.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dialect.h"

namespace morula {

struct Neighbour {
  i32 dx = 0, dy = 0, dz = 0;  // differences of coordinates
  u32 weight = 1;
  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

struct Neighbourhood {
  // Ordered by z, then y, then x, ascending; draws use the index in this list.
  std::vector<Neighbour> neighbours;
  int range = 1;  // the largest absolute difference of a coordinate
  // For neighbourhoods within the 3 x 3 (x 3) cube whose sites all have weight 1: the largest sum of the
  // absolute coordinate differences of a neighbour. Nothing for other neighbourhoods.
  std::optional<int> reach = 2;

  u64 largest_sum() const;  // sum of all weights
  // One of each two opposite neighbours, so that every pair of sites is counted once.
  std::vector<Neighbour> later() const;
};

// The names of neighbourhoods, such as `moore`; the first is the default.
std::vector<std::string> neighbourhood_names(unsigned dimensions);
// The neighbourhood of this name; an empty name means the default.
Neighbourhood neighbourhood_called(std::string_view name, unsigned dimensions);

// The sites of the 3 x 3 (x 3) cube whose coordinate differences add up to at most `reach`.
Neighbourhood neighbourhood_of_reach(unsigned dimensions, int reach);

// The sites at the nearest 1, 2, 3 or 4 distances: 4, 8, 12 or 20 in two dimensions; 6, 18, 26 or 32 in
// three.
Neighbourhood neighbours_of_order(unsigned dimensions, unsigned order);

// The square or cube around a site: 8 or 24 sites in two dimensions for range 1 or 2, 26 or 124 in three.
Neighbourhood neighbours_in_range(unsigned dimensions, unsigned range);

// The diamond around a site: the sites whose absolute coordinate differences add up to at most `range`.
Neighbourhood neighbours_in_diamond(unsigned dimensions, unsigned range);

// The fewest steps in which a wave that spreads from neighbour to neighbour can cover this distance along
// each axis.
u64 fewest_steps(const Neighbourhood& neighbourhood, u64 dx, u64 dy, u64 dz);

}  // namespace morula
