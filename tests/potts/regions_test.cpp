// How the lattice is divided into regions, and which of them may share a cell.
#include "models/potts/order/regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "core/stream.h"
#include "models/potts/order/extent_rule.h"
#include "models/potts/order/region_choice.h"
#include "tests/potts/cases.h"

namespace morula::potts {
namespace {

std::vector<u32> sites_of(const SiteRange& range, u32 side) {
  std::vector<u32> sites;
  for (u32 i = 0; i < range.count; ++i) sites.push_back((range.begin + i) % side);
  return sites;
}

u32 apart(u32 a, u32 b, const DividedAxis& axis) {
  const u32 distance = a > b ? a - b : b - a;
  return axis.periodic ? std::min(distance, axis.length - distance) : distance;
}

const std::vector<DividedAxis> axes_of_every_kind = {
    divided_axis(64, Boundary::Periodic, 8), divided_axis(61, Boundary::Periodic, 7),
    divided_axis(17, Boundary::Periodic, 8), divided_axis(15, Boundary::Periodic, 8),
    divided_axis(64, Boundary::Fixed, 8),    divided_axis(61, Boundary::Fixed, 7),
    divided_axis(17, Boundary::Fixed, 8),    divided_axis(9, Boundary::Fixed, 5),
    divided_axis(11, Boundary::Periodic, 1)};

TEST(Regions, CoverEverySiteOnceInARound) {
  for (const DividedAxis& axis : axes_of_every_kind)
    for (u32 origin = 0; origin < origins_of(axis); ++origin) {
      std::vector<u32> times(axis.length);
      for (u32 parity = 0; parity < (axis.pairs > 0 ? 2 : 1); ++parity)
        for (u32 part = 0; part < axis.parts; ++part)
          for (const u32 site : sites_of(interval_of(axis, part, parity, origin), axis.length)) ++times[site];
      EXPECT_EQ(std::ranges::count(times, 1u), axis.length) << axis.length << ", origin " << origin;
    }
}

TEST(Regions, OfOneKindAreAtLeastTheirSideApart) {
  for (const DividedAxis& axis : axes_of_every_kind)
    for (u32 origin = 0; origin < origins_of(axis); ++origin)
      for (u32 part = 1; part < axis.parts; ++part)
        for (const u32 site : sites_of(interval_of(axis, part, 0, origin), axis.length))
          for (const u32 earlier : sites_of(interval_of(axis, part - 1, 0, origin), axis.length))
            EXPECT_GT(apart(site, earlier, axis), axis.width);
}

TEST(Regions, EverySiteIsEquallyOftenInBothParities) {
  for (const DividedAxis& axis : axes_of_every_kind) {
    std::vector<i64> odd(axis.length);
    for (u32 origin = 0; origin < origins_of(axis); ++origin)
      for (u32 part = 0; part < axis.parts; ++part)
        for (const u32 site : sites_of(interval_of(axis, part, 1, origin), axis.length)) ++odd[site];
    if (axis.pairs > 0) {
      EXPECT_EQ(*std::ranges::min_element(odd), *std::ranges::max_element(odd)) << axis.length;
    }
  }
}

TEST(Regions, AllTurnsTogetherMakeAnAttemptForEachSite) {
  for (const u64 sites : {0u, 1u, 7u, 64u, 1000003u})
    for (const u32 turns : {1u, 2u, 7u, 64u, 1000u}) {
      u64 sum = 0;
      for (u32 turn = 0; turn < turns; ++turn) {
        sum += attempts_in_turn(sites, turn, turns);
        EXPECT_LE(attempts_in_turn(sites, turn, turns), (sites + turns - 1) / turns);
      }
      EXPECT_EQ(sum, sites);
    }
}

TEST(Regions, RanksNumberThem) {
  for (const RegionGrid grid :
       {RegionGrid{1, 1, 1}, RegionGrid{5, 1, 1}, RegionGrid{4, 3, 1}, RegionGrid{3, 5, 4}}) {
    std::set<std::vector<u32>> seen;
    for (u32 rank = 0; rank < grid.x * grid.y * grid.z; ++rank) {
      const RegionGrid at = region_of_rank(grid, rank);
      EXPECT_EQ(rank_of_region(grid, at), rank);
      EXPECT_TRUE(at.x < grid.x && at.y < grid.y && at.z < grid.z);
      EXPECT_TRUE(seen.insert({at.x, at.y, at.z}).second);
    }
  }
}

TEST(Regions, KindsComeInEveryOrderEquallyOften) {
  for (const u32 kinds : {1u, 2u, 4u, 8u}) {
    std::vector<std::vector<u64>> times(kinds, std::vector<u64>(kinds));
    constexpr u64 draws = 40'000;
    for (u64 i = 0; i < draws; ++i) {
      std::set<u32> seen;
      for (u32 place = 0; place < kinds; ++place) {
        const u32 kind = kind_in_round(order_of_kinds(draw({3, 4}, i, 0, 0).x, kinds), place);
        ASSERT_LT(kind, kinds);
        ++times[kind][place];
        seen.insert(kind);
      }
      ASSERT_EQ(seen.size(), kinds);
    }
    for (const auto& of_kind : times)
      for (const u64 count : of_kind) EXPECT_NEAR(static_cast<double>(count), double{draws} / kinds, 400);
  }
}

// All parts of an axis in which a cell can be attempted are found, whatever else is.
TEST(Extents, FindEveryRegionThatACellExtendsTo) {
  constexpr i32 range = 2;
  for (const DividedAxis& axis : axes_of_every_kind)
    for (u32 origin = 0; origin < origins_of(axis); origin += 3)
      for (u32 length = 0; length < axis.length; length += 1 + length / 4)
        for (u32 least = 0; least < axis.length; least += 2) {
          if (!axis.periodic && least + length >= axis.length) continue;
          const AxisExtent extent{static_cast<i32>(least), static_cast<i32>(least + length)};
          const auto is_in_range = [&](u32 site) {
            for (u32 i = 0; i <= length; ++i)
              if (apart(site, (least + i) % axis.length, axis) <= range) return true;
            return false;
          };
          const auto reaches = [&](u32 part) {
            return std::ranges::any_of(sites_of(interval_of(axis, part, 0, origin), axis.length),
                                       is_in_range);
          };
          for (u32 own = 0; own < axis.parts; ++own) {
            const SiteRange interval = interval_of(axis, own, 0, origin);
            const std::vector<u32> sites = sites_of(interval, axis.length);
            for (u32 at = 0; at < sites.size(); ++at) {
              if (!is_in_range(sites[at])) continue;
              const RegionsBeside beside =
                  regions_beside(axis, at, interval.count, static_cast<i32>(sites[at]), extent, range);
              std::set<u32> found;
              for (i32 away = -static_cast<i32>(beside.before); away <= static_cast<i32>(beside.behind);
                   ++away)
                found.insert(part_beside(axis, own, away));
              for (u32 part = 0; part < axis.parts; ++part)
                EXPECT_TRUE(found.contains(part) || !reaches(part))
                    << "side " << axis.length << ", origin " << origin << ", sites " << least << " to "
                    << least + length << ", own " << own << ", part " << part;
              if (!may_be_shared(extent, range, axis.width)) {
                EXPECT_EQ(beside.before + beside.behind, 0u);
              }
            }
          }
        }
}

TEST(Extents, GrowOnTheSideThatIsNearer) {
  const auto after = [](AxisExtent extent, i32 at, i32 side) {
    const AxisExtent grown = with_site(extent, at, side);
    return std::pair{grown.least, grown.most};
  };
  EXPECT_EQ(after({3, 6}, 5, 20), std::pair(3, 6));
  EXPECT_EQ(after({3, 6}, 7, 20), std::pair(3, 7));
  EXPECT_EQ(after({3, 6}, 2, 20), std::pair(2, 6));
  EXPECT_EQ(after({3, 6}, 19, 20), std::pair(-1, 6));
  EXPECT_EQ(after({-2, 6}, 19, 20), std::pair(-2, 6));
  EXPECT_EQ(after({18, 22}, 3, 20), std::pair(18, 23));
  EXPECT_EQ(after({3, 6}, 19, 0), std::pair(3, 19));
  EXPECT_EQ(after({3, 6}, 1, 0), std::pair(1, 6));
}

u32 turns_of(double target, double strength, double temperature, unsigned dimensions, double adhesion = 16) {
  const Extent extent = dimensions == 3 ? Extent{512, 512, 512} : Extent{4096, 4096, 1};
  PottsSpec spec = test::two_kinds(extent, dimensions, Boundary::Periodic, target);
  for (const std::size_t type : {1u, 2u}) test::set_volume(spec, type, potts::Constraint{target, strength});
  spec.temperature = temperature;
  std::ranges::fill(spec.adhesion, adhesion);
  spec.region_side.reset();
  spec.region_turns.reset();
  return region_turns(spec);
}

TEST(RegionChoice, StiffAndLargeCellsHaveMoreTurns) {
  EXPECT_EQ(turns_of(64, 1, 20, 2), 8u);
  EXPECT_EQ(turns_of(400, 20, 2, 2), 192u);
  EXPECT_EQ(turns_of(1600, 20, 2, 2), 384u);
  EXPECT_EQ(turns_of(1600, 20, 0, 2), 384u);
  EXPECT_EQ(turns_of(64, 4, 10, 3), 42u);
  EXPECT_EQ(turns_of(512, 1, 20, 3), 21u);
}

TEST(RegionChoice, CellsWithRoughBordersHaveMoreTurns) {
  EXPECT_EQ(turns_of(64, 3, 10, 3, 16), 32u);
  EXPECT_EQ(turns_of(64, 3, 10, 3, 0.5), 45u);
  EXPECT_EQ(turns_of(1024, 5, 20, 2, 16), 39u);
  EXPECT_EQ(turns_of(1024, 5, 20, 2, 8), 41u);
  EXPECT_EQ(turns_of(1024, 5, 20, 2, 1), 108u);
  EXPECT_EQ(turns_of(1024, 5, 20, 2, 0), 683u) << "cells without a shape";
  EXPECT_EQ(turns_of(1024, 5, 20, 2, -2), 683u);
  EXPECT_EQ(turns_of(512, 1, 20, 3, 0), 69u);
}

TEST(RegionChoice, ALatticeThatIsNotDividedHasOneTurn) {
  PottsSpec spec = test::two_kinds({40, 40, 1}, 2, Boundary::Periodic, 400);
  spec.region_side.reset();
  spec.region_turns.reset();
  EXPECT_EQ(region_turns(spec), 1u);
  EXPECT_EQ(Regions(spec).sub_steps(), 1u);
}

}  // namespace
}  // namespace morula::potts
