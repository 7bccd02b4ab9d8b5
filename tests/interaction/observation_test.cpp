// The observables of competing species, compared with loops written from their definitions.
#include "models/interaction/observe/measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/mix.h"
#include "models/interaction/observe/site_pairs.h"

namespace morula::test {
namespace {

struct Sample {
  Lattice lattice;
  std::vector<u8> states;
  unsigned kinds;

  u8 at(Index x, Index y, Index z) const { return states[lattice.index_of({x, y, z})]; }
  std::vector<u64> counts() const {
    std::vector<u64> counts(kinds);
    for (const u8 state : states) ++counts[state];
    return counts;
  }
};

// Patches of `patch` sites a side, each with a randomly drawn state.
Sample patches(Extent extent, unsigned dimensions, Boundaries boundary, unsigned kinds, Index patch,
               u64 seed = 1) {
  Sample sample{Lattice::whole(extent, dimensions, boundary), {}, kinds};
  for (Index i = 0; i < extent.sites(); ++i) {
    const Site site = sample.lattice.site_at(i);
    const u64 where = (site.z / patch * 1000 + site.y / patch) * 1000 + site.x / patch;
    sample.states.push_back(static_cast<u8>(mix64(mix64(where + 1) + seed) % kinds));
  }
  return sample;
}

std::vector<Sample> samples() {
  std::vector<Sample> list;
  constexpr Boundary periodic = Boundary::Periodic, walls = Boundary::Fixed;
  for (const Boundaries& boundary :
       {Boundaries(periodic), Boundaries(walls), Boundaries(periodic, walls, walls),
        Boundaries(walls, periodic, walls), Boundaries(walls, periodic, periodic)})
    for (const auto& [extent, dimensions] : std::vector<std::pair<Extent, unsigned>>{
             {{67, 41, 1}, 2}, {{2, 3, 1}, 2}, {{5, 1, 1}, 2}, {{600, 30, 1}, 2}, {{20, 17, 13}, 3}})
      for (const Index patch : {1u, 4u, 9u})
        for (const unsigned kinds : {2u, 4u, 256u})
          list.push_back(patches(extent, dimensions, boundary, kinds, patch));
  return list;
}

const std::vector<Axis> every_axis = {Axis::X, Axis::Y, Axis::Z};
Index side_along(const Extent& extent, Axis axis) {
  return axis == Axis::X ? extent.x : axis == Axis::Y ? extent.y : extent.z;
}

// The site at this distance along the axis, if there is one.
std::optional<Site> beyond(Site site, Axis axis, Index apart, const Lattice& lattice) {
  Index& place = axis == Axis::X ? site.x : axis == Axis::Y ? site.y : site.z;
  const Index side = side_along(lattice.global, axis);
  place += apart;
  const Boundary boundary = axis == Axis::X   ? lattice.boundary.x
                            : axis == Axis::Y ? lattice.boundary.y
                                              : lattice.boundary.z;
  if (place >= side && boundary == Boundary::Fixed) return std::nullopt;
  place %= side;
  return site;
}

// Calls visit(a, b) with the states of each pair.
template <typename Visit>
void visit_pairs(const Sample& sample, Axis axis, Index apart, const Visit& visit) {
  for (Index i = 0; i < sample.states.size(); ++i)
    if (const auto partner = beyond(sample.lattice.site_at(i), axis, apart, sample.lattice))
      visit(sample.states[i], sample.at(partner->x, partner->y, partner->z));
}

// C(r) computed from its definition, state by state.
double correlation(const Sample& sample, Index apart) {
  const auto sites = static_cast<double>(sample.states.size());
  double sum = 0, axes = 0, scale = 0;
  for (const u64 count : sample.counts())
    scale += static_cast<double>(count) / sites * (1 - static_cast<double>(count) / sites);
  for (const Axis axis : every_axis) {
    if (side_along(sample.lattice.global, axis) == 1) continue;
    std::map<u8, double> together;
    double pairs = 0;
    visit_pairs(sample, axis, apart, [&](u8 a, u8 b) { together[a] += a == b, ++pairs; });
    for (unsigned state = 0; state < sample.kinds; ++state) {
      const double density = static_cast<double>(sample.counts()[state]) / sites;
      sum += together[static_cast<u8>(state)] / pairs - density * density;
    }
    ++axes;
  }
  return sum / axes / scale;
}

double obvious_length(const Sample& sample) {
  Index shortest = ~Index{0};
  for (const Axis axis : every_axis)
    if (const Index side = side_along(sample.lattice.global, axis); side > 1)
      shortest = std::min(shortest, side);
  for (Index apart = 1; apart <= shortest / 2; ++apart)
    if (const double value = correlation(sample, apart); value <= 0.5) {
      const double before = apart == 1 ? 1 : correlation(sample, apart - 1);
      return static_cast<double>(apart) - (0.5 - value) / (before - value);
    }
  return static_cast<double>(shortest) / 2;
}

TEST(SitePairs, AreThoseOfAnObviousLoop) {
  for (const Sample& sample : samples())
    for (const unsigned threads : {1u, 3u})
      for (const Axis axis : every_axis) {
        ThreadPool pool(threads);
        const Index side = side_along(sample.lattice.global, axis);
        if (side == 1) continue;
        const auto pairs = site_pairs(sample.states, sample.lattice, axis, 1, side - 1, pool);
        for (Index apart = 1; apart < side; apart += 1 + apart / 4) {
          SitePairs expected;
          visit_pairs(sample, axis, apart,
                      [&](u8 a, u8 b) { ++expected.compared, expected.differing += a != b; });
          ASSERT_EQ(pairs[apart - 1].compared, expected.compared) << apart;
          ASSERT_EQ(pairs[apart - 1].differing, expected.differing) << apart;
        }
      }
}

// A row of more than 255 vectors in which all pairs differ: no lane may overflow.
TEST(SitePairs, OfLongRowsAreAllCounted) {
  const Index width = 100'001;
  Sample sample{Lattice::whole({width, 2, 1}, 2, Boundary::Fixed), std::vector<u8>(2 * width, 3), 4};
  std::fill_n(sample.states.begin(), width, u8{0});
  ThreadPool pool(1);
  EXPECT_EQ(site_pairs(sample.states, sample.lattice, Axis::Y, 1, 1, pool).front().differing, width);
  EXPECT_EQ(site_pairs(sample.states, sample.lattice, Axis::X, 1, 1, pool).front().differing, 0u);
}

TEST(Interface, IsThatOfAnObviousLoop) {
  for (const Sample& sample : samples()) {
    double pairs = 0, differing = 0;
    for (const Axis axis : every_axis)
      if (side_along(sample.lattice.global, axis) > 1)
        visit_pairs(sample, axis, 1, [&](u8 a, u8 b) { ++pairs, differing += a != b; });
    for (const unsigned threads : {1u, 3u}) {
      ThreadPool pool(threads);
      EXPECT_EQ(interface_density(sample.states, sample.lattice, pool), differing / pairs);
    }
  }
}

TEST(Interface, OfAnObviousPictureIsKnown) {
  ThreadPool pool(1);
  // Two halves: one interface between them and, if the lattice is periodic, another across the boundary.
  const std::vector<u8> halves = {0, 0, 1, 1, 0, 0, 1, 1};
  EXPECT_EQ(interface_density(halves, Lattice::whole({4, 2, 1}, 2, Boundary::Fixed), pool), 2.0 / 10);
  EXPECT_EQ(interface_density(halves, Lattice::whole({4, 2, 1}, 2, Boundary::Periodic), pool), 4.0 / 16);
  const Boundaries along_x(Boundary::Periodic, Boundary::Fixed, Boundary::Fixed);
  EXPECT_EQ(interface_density(halves, Lattice::whole({4, 2, 1}, 2, along_x), pool), 4.0 / 12);
  EXPECT_EQ(interface_density(std::vector<u8>{5}, Lattice::whole({1, 1, 1}, 2, Boundary::Fixed), pool), 0);
}

TEST(Correlation, IsThatOfItsDefinition) {
  for (const Sample& sample : samples()) {
    const std::vector<u64> counts = sample.counts();
    if (*std::max_element(counts.begin(), counts.end()) == sample.states.size()) continue;
    ThreadPool alone(1), several(3);
    const double length = correlation_length(sample.states, counts, sample.lattice, alone);
    EXPECT_EQ(correlation_length(sample.states, counts, sample.lattice, several), length);
    EXPECT_NEAR(length, obvious_length(sample), 1e-9)
        << to_string(sample.lattice.global, sample.lattice.dimensions) << ", " << sample.kinds << " states";
  }
}

// Square domains with sides a have C(r) = 1 - r / a along an axis, so that it falls to one half at a / 2.
TEST(Correlation, OfSquaresIsHalfTheirSide) {
  ThreadPool pool(1);
  for (const Index patch : {4u, 10u, 25u}) {
    const Sample sample = patches({1000, 1000, 1}, 2, Boundary::Periodic, 4, patch);
    const double half = static_cast<double>(patch) / 2;
    EXPECT_NEAR(correlation_length(sample.states, sample.counts(), sample.lattice, pool), half, 0.04 * half);
  }
}

// Rows 0 to 2 are in one state, rows 3 to 5 in another. Along x nothing differs; along y, 1 of 5 pairs at
// distance 1 and 2 of 4 at distance 2.
TEST(Correlation, OfTwoHalvesIsKnown) {
  ThreadPool pool(1);
  std::vector<u8> states(48, 1);
  std::fill_n(states.begin(), 24, u8{0});
  const Lattice lattice = Lattice::whole({8, 6, 1}, 2, Boundary::Fixed);
  EXPECT_EQ(correlation_length(states, std::vector<u64>{24, 24}, lattice, pool), 2);
}

TEST(Correlation, IsDefinedWhereItDoesNotFall) {
  ThreadPool pool(1);
  const Lattice lattice = Lattice::whole({8, 2, 1}, 2, Boundary::Fixed);
  EXPECT_EQ(correlation_length(std::vector<u8>(16, 2), std::vector<u64>{0, 0, 16}, lattice, pool), 0);
  const std::vector<u8> halves = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1};
  EXPECT_EQ(correlation_length(halves, std::vector<u64>{8, 8}, lattice, pool), 1);
}

TEST(Entropy, IsThatOfItsDefinition) {
  EXPECT_EQ(entropy(std::vector<u64>{0, 100, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(entropy(std::vector<u64>{25, 25, 25, 25}), std::log(4.0));
  EXPECT_DOUBLE_EQ(entropy(std::vector<u64>{50, 25, 25, 0}), 1.5 * std::log(2.0));
  EXPECT_EQ(entropy_fraction(std::vector<u64>{0, 100, 0, 0}), 0);
  EXPECT_EQ(entropy_fraction(std::vector<u64>{25, 25, 25, 25}), 1);
  EXPECT_DOUBLE_EQ(entropy_fraction(std::vector<u64>{50, 25, 25, 0}), 0.75);
  for (std::size_t states = 2; states <= 256; ++states)
    EXPECT_NEAR(entropy_fraction(std::vector<u64>(states, 12345)), 1, 1e-14) << states;
}

// The result must be the same on every machine, to the last bit.
TEST(Entropy, HasTheseBits) {
  EXPECT_EQ(entropy(std::vector<u64>{25'825, 74'725, 74'725, 74'725}), 0x1.5141189126a21p+0);
}

TEST(Densities, AreCountsOverSites) {
  EXPECT_EQ(densities(std::vector<u64>{1, 0, 3}), (std::vector<double>{0.25, 0, 0.75}));
}

}  // namespace
}  // namespace morula::test
