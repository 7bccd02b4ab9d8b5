// The neighbours of a cell and their weights.
#pragma once

#include <optional>
#include <vector>

#include "core/dialect.h"

namespace morula {

struct Neighbour {
  i32 dx = 0, dy = 0, dz = 0;
  u32 weight = 1;
  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

struct Neighbourhood {
  std::vector<Neighbour> neighbours;
  int range = 1;  // the largest difference of a coordinate
  // For neighbourhoods within the 3 x 3 (x 3) cube whose cells all weigh 1: the
  // differences of coordinates of a neighbour add up to this at most. Nothing for others.
  std::optional<int> reach = 2;

  u64 largest_sum() const;
};

// The fewest steps in which a wave can come so far along each axis, going from neighbour to neighbour.
u64 fewest_steps(const Neighbourhood& neighbourhood, u64 dx, u64 dy, u64 dz);

Neighbourhood neighbourhood_of_reach(unsigned dimensions, int reach);

}  // namespace morula
