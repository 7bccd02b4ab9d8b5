// Tiles of bit planes: which models a device computes in tiles, and for how many phases before it stores
// them.
#include <gtest/gtest.h>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/device/tile_shape.h"
#include "tests/interaction/cases.h"
#include "tests/interaction/random_start.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

TEST(Tiles, AreUsedWherePeriodicSidesAreEven) {
  constexpr Boundary periodic = Boundary::Periodic, walls = Boundary::Fixed;
  const auto used = [](Extent extent, Boundaries boundary) {
    return uses_tiles(cyclic(3, extent, 2, boundary, 2));
  };
  EXPECT_TRUE(used({98, 62, 1}, periodic) && used({97, 61, 1}, walls));
  EXPECT_TRUE(used({98, 61, 1}, {periodic, walls, walls}) && used({97, 62, 1}, {walls, periodic, walls}));
  EXPECT_FALSE(used({97, 62, 1}, {periodic, walls, walls}) || used({98, 61, 1}, {walls, periodic, walls}));
}

TEST(Tiles, HoldWholeCombsWhereTheyWrapAround) {
  const auto used = [](Index width, Boundary boundary) {
    InteractionSpec spec = cyclic(3, {width, 64, 1}, 2, boundary, 2);
    spec.refine = 16;
    return uses_tiles(spec);
  };
  EXPECT_TRUE(used(4352, Boundary::Periodic) && used(4226, Boundary::Fixed) && used(226, Boundary::Periodic));
  EXPECT_FALSE(used(4226, Boundary::Periodic) || used(4224, Boundary::Periodic));
}

TEST(Tiles, LoseARowOfTheirHaloWhenTheOffsetChanges) {
  const auto phases = [](u64 halo, u32 most, const std::vector<std::vector<u32>>& offsets) {
    return phases_in_halo(halo, most, offsets.size(),
                          [&](u64 replica, u32 i) { return offsets[replica][i]; });
  };
  EXPECT_EQ(phases(2, 6, {{0, 0, 0, 0, 0, 0}}), 6u);
  EXPECT_EQ(phases(2, 6, {{1, 1, 1, 1, 1, 1}}), 6u);
  EXPECT_EQ(phases(2, 6, {{1, 0, 1, 0, 1, 0}}), 2u);
  EXPECT_EQ(phases(2, 6, {{0, 1, 1, 0, 0, 1}}), 5u);
  EXPECT_EQ(phases(3, 6, {{0, 1, 1, 0, 0, 1}}), 6u);
  EXPECT_EQ(phases(2, 6, {{0, 1, 1, 0, 0, 1}, {1, 0, 0, 1, 1, 1}}), 3u)
      << "the replica whose halo is used up first";
  EXPECT_EQ(phases(4, 3, {{1, 0, 1}}), 3u);
}

// A pass goes on until its halos are used up, which depends on the drawn offsets.
TEST(Tiles, GoOnAsLongAsTheirHalosLast) {
  constexpr u64 generations = 30;
  for (const u64 replicas : {1, 2}) {
    InteractionSpec spec = cyclic(3, {98, 62, 1}, 2, Boundary::Periodic, 2);
    spec.replicas = replicas;
    const std::vector<u8> states = expected(spec, generations);
    for (const NamedBackend& named : available_backends()) {
      if (!named.backend.device) continue;
      EXPECT_TRUE(after(spec, named.backend, generations, generations) == states) << named.name;
    }
  }
}

}  // namespace
}  // namespace morula::test
