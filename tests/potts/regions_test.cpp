// Which regions make an attempt: each one with the same probability, and close ones independently.
#include "models/potts/order/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tests/potts/cases.h"

namespace morula::potts {
namespace {

Regions regions_of(Extent extent, unsigned dimensions, u32 thinning) {
  PottsSpec spec = test::two_kinds(extent, dimensions, Boundary::Periodic, 16);
  spec.copy = spec.contact = neighbours_in_range(dimensions, 1);
  spec.region_side = 1;
  spec.thinning = thinning;
  return Regions(spec);
}

u32 chosen(const Regions& regions, u32 attempt, u32 choice) {
  const u32 width = regions.blocks.width;
  return region_of_attempt(attempt / width, attempt % width, choice, regions.blocks);
}

TEST(RegionsOfAttempts, EveryRegionBelongsToOneAttemptAndOneChoice) {
  for (const u32 thinning : {1u, 2u, 7u, 32u, 256u})
    for (const Extent extent :
         {Extent{2, 2, 1}, Extent{10, 14, 1}, Extent{100, 98, 1}, Extent{1024, 600, 1}}) {
      const Regions regions = regions_of(extent, 2, thinning);
      std::vector<u32> times(regions.count());
      for (u32 attempt = 0; attempt < regions.attempt_numbers(); ++attempt)
        for (u32 choice = 0; choice < thinning; ++choice)
          if (const u32 region = chosen(regions, attempt, choice); region < times.size()) ++times[region];
      EXPECT_EQ(std::ranges::count(times, 1u), static_cast<std::ptrdiff_t>(times.size()))
          << extent.x << " x " << extent.y << ", thinning " << thinning;
      EXPECT_LE(regions.attempt_numbers() * thinning, regions.count() + thinning * (1 + times.size() / 4096));
    }
}

// The distance of two regions along the axis where they are farthest apart, in regions.
u32 distance(const Regions& regions, u32 one_region, u32 other_region) {
  u32 farthest = 0;
  for (const Cut& cut : regions.cuts) {
    const u32 apart = static_cast<u32>(
        std::abs(static_cast<int>(one_region % cut.parts) - static_cast<int>(other_region % cut.parts)));
    farthest = std::max(farthest, std::min(apart, cut.parts - apart));
    one_region /= cut.parts;
    other_region /= cut.parts;
  }
  return farthest;
}

TEST(RegionsOfAttempts, RegionsOfOneAttemptLieFarFromEachOther) {
  const auto expect_far = [](const Regions& regions, u32 least) {
    for (u32 attempt = 0; attempt < regions.attempt_numbers(); attempt += 97)
      for (u32 choice = 1; choice < regions.blocks.thinning; ++choice)
        for (u32 earlier = 0; earlier < choice; ++earlier) {
          const u32 region = chosen(regions, attempt, choice),
                    earlier_region = chosen(regions, attempt, earlier);
          if (std::max(region, earlier_region) < regions.count()) {
            EXPECT_GE(distance(regions, region, earlier_region), least) << region << " " << earlier_region;
          }
        }
  };
  expect_far(regions_of({256, 256, 1}, 2, 32), 7);
  expect_far(regions_of({1000, 1000, 1}, 2, 32), 20);
  expect_far(regions_of({2048, 2048, 1}, 2, 16), 40);
  expect_far(regions_of({64, 64, 64}, 3, 32), 5);
  expect_far(regions_of({256, 256, 256}, 3, 32), 5);
}

}  // namespace
}  // namespace morula::potts
