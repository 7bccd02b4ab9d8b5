// Whom a site may copy and whose contact counts: sites at offsets from it.
#pragma once

#include <vector>

namespace morula::potts {

struct Offset {
  int x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Offset&, const Offset&) = default;
};

struct Neighbourhood {
  std::vector<Offset> offsets;  // z, then y, then x from the least: a draw counts through them

  unsigned reach() const;             // the largest distance along an axis
  std::vector<Offset> later() const;  // one of every two that are opposite: every pair of sites once
};

// The sites of the nearest 1, 2, 3 or 4 distances: 4, 8, 12 or 20 in two dimensions; 6, 18, 26 or 32 in
// three.
Neighbourhood neighbours_of_order(unsigned dimensions, unsigned order);

// The square or cube around a site: 8 or 24 sites in two dimensions for range 1 or 2, 26 or 124 in three.
Neighbourhood neighbours_in_range(unsigned dimensions, unsigned range);

}  // namespace morula::potts
