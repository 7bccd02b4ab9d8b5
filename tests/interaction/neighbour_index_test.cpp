#include "models/interaction/order/neighbour_index.h"

#include <gtest/gtest.h>

#include "models/interaction/order/neighbours.h"

namespace morula::test {
namespace {

template <bool in_2d>
void expect_inner_sites(Extent extent) {
  const Lattice lattice = Lattice::whole(extent, in_2d ? 2 : 3, Boundary::Fixed);
  const NeighbourIndex index(lattice, neighbours_in_range(lattice.dimensions, 1).neighbours);
  const NeighbourIndex::Lookup lookup = index.lookup();
  for (Index site = 0; site < extent.sites(); ++site) {
    const auto [x, y, z] = lattice.site_at(site);
    const bool inner =
        x > 0 && x + 1 < extent.x && y > 0 && y + 1 < extent.y && (in_2d || (z > 0 && z + 1 < extent.z));
    ASSERT_EQ(lookup.is_inner<in_2d>(site), inner) << x << ", " << y << ", " << z;
    for (u32 which = 0; inner && which < index.count(); ++which)
      ASSERT_EQ(lookup.beside(site, which), index.of(site, which));
  }
}

TEST(NeighbourIndex, KnowsInnerSitesByTheirIndex) {
  for (const u64 width : {1, 2, 3, 4, 7, 16, 61, 64, 129})
    for (const u64 height : {1, 2, 3, 5, 8, 37}) {
      SCOPED_TRACE(testing::Message() << width << " x " << height);
      expect_inner_sites<true>({width, height, 1});
      for (const u64 depth : {1, 2, 3, 6, 11}) expect_inner_sites<false>({width, height, depth});
      if (HasFatalFailure()) return;
    }
}

// Checks the sites at both ends of some rows of a lattice that is too large to be held in memory.
TEST(NeighbourIndex, KnowsInnerSitesOfLargeLattices) {
  const Extent extent{1000003, 999983, 1};
  const NeighbourIndex index(Lattice::whole(extent, 2, Boundary::Periodic),
                             neighbours_in_range(2, 1).neighbours);
  const NeighbourIndex::Lookup lookup = index.lookup();
  for (const Index y : {Index{1}, Index{2}, extent.y / 2, extent.y - 3, extent.y - 2})
    for (const Index x : {Index{0}, Index{1}, Index{2}, extent.x - 3, extent.x - 2, extent.x - 1})
      EXPECT_EQ(lookup.is_inner<true>(y * extent.x + x), x > 0 && x + 1 < extent.x) << x << ", " << y;
  for (const Index y : {Index{0}, extent.y - 1}) EXPECT_FALSE(lookup.is_inner<true>(y * extent.x + 5)) << y;
}

}  // namespace
}  // namespace morula::test
