#include "core/lattice.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Lattice, IndexAndSiteAreEachOthersInverse) {
  const Lattice lattice = Lattice::whole({7, 5, 3}, 3, Boundary::Fixed);
  Index expected = 0;
  for (Index z = 0; z < 3; ++z)
    for (Index y = 0; y < 5; ++y)
      for (Index x = 0; x < 7; ++x) {
        EXPECT_EQ(lattice.index_of({x, y, z}), expected);
        EXPECT_EQ(lattice.site_at(expected), (Site{x, y, z}));
        ++expected;
      }
  EXPECT_EQ(expected, lattice.global.sites());
  EXPECT_TRUE(lattice.is_whole());
}

TEST(Lattice, APartKeepsTheIndicesOfTheWhole) {
  const Lattice part = Lattice::whole({10, 8, 1}, 2, Boundary::Periodic).part(3, 2, 1, 5);
  EXPECT_FALSE(part.is_whole());
  EXPECT_EQ(part.owned, (Extent{10, 2, 1}));
  EXPECT_EQ(part.first_canonical(), 30u);
  EXPECT_EQ(part.first_in_memory(), 10u);
  EXPECT_EQ(part.index_of({4, 3, 0}), 34u);
}

TEST(Lattice, WhatIsStoredIsPeriodicOnlyAlongLayers) {
  const Lattice whole = Lattice::whole({10, 8, 6}, 3, Boundary::Periodic);
  EXPECT_EQ(whole.memory().boundary, Boundary::Periodic);
  const Lattice memory = whole.part(3, 2, 1, 4).memory();
  EXPECT_TRUE(memory.is_whole());
  EXPECT_EQ(memory.global, (Extent{10, 8, 4}));
  EXPECT_EQ(memory.boundary, (Boundaries{Boundary::Periodic, Boundary::Periodic, Boundary::Fixed}));
}

TEST(Lattice, SitesBeyond32BitsHaveAPlace) {
  const Lattice cube = Lattice::whole({5000, 5000, 5000}, 3, Boundary::Periodic);
  EXPECT_EQ(cube.index_of({4999, 4999, 4999}), 124'999'999'999u);
  EXPECT_EQ(cube.site_at(124'999'999'999u), (Site{4999, 4999, 4999}));
}

TEST(Lattice, ReadsWell) {
  EXPECT_EQ(to_string(Extent{97, 61, 1}, 2), "97 x 61");
  EXPECT_EQ(to_string(Extent{33, 47, 29}, 3), "33 x 47 x 29");
}

}  // namespace
}  // namespace morula
