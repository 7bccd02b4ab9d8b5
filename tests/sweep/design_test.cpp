// Every design is compared with its definition.
#include "sweep/design.h"

#include <gtest/gtest.h>

#include <set>

#include "sweep/sobol.h"

namespace morula::sweep {
namespace {

SweepSpec two_keys(Design design) {
  io::Document document = io::parse_document("sweep: {over: {a: [1, 2, 3], b.c: [x, y, z]}}", "s.yaml");
  SweepSpec sweep;
  sweep.design = design;
  for (const io::Entry& entry : document.root.find("sweep")->find("over")->entries)
    sweep.over.push_back({entry.key, entry.key_place, entry.value.items, {}, {}});
  return sweep;
}

std::string told(const Settings& settings) {
  std::string text;
  for (const Setting& setting : settings) text += setting.key + '=' + setting.value.text + ' ';
  return text;
}

TEST(Grid, HasEveryCombinationTheLastKeyFastest) {
  const auto points = design_points(two_keys(Design::Grid));
  ASSERT_EQ(points.size(), 9u);
  EXPECT_EQ(told(points[0]), "a=1 b.c=x ");
  EXPECT_EQ(told(points[1]), "a=1 b.c=y ");
  EXPECT_EQ(told(points[3]), "a=2 b.c=x ");
  EXPECT_EQ(told(points[8]), "a=3 b.c=z ");
}

TEST(Zip, TakesOneOfEachAtATime) {
  const auto points = design_points(two_keys(Design::Zip));
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(told(points[0]), "a=1 b.c=x ");
  EXPECT_EQ(told(points[2]), "a=3 b.c=z ");
}

// The output of Joe and Kuo's own program, `sobol 10 3 new-joe-kuo-6.21201`.
TEST(Sobol, HasThePublishedPoints) {
  const double published[10][3] = {{0, 0, 0},
                                   {0.5, 0.5, 0.5},
                                   {0.75, 0.25, 0.25},
                                   {0.25, 0.75, 0.75},
                                   {0.375, 0.375, 0.625},
                                   {0.875, 0.875, 0.125},
                                   {0.625, 0.125, 0.875},
                                   {0.125, 0.625, 0.375},
                                   {0.1875, 0.3125, 0.9375},
                                   {0.6875, 0.8125, 0.4375}};
  for (std::uint64_t i = 0; i < 10; ++i)
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(sobol(i, d), published[i][d]) << i << ' ' << d;
}

// In every dimension, each interval of length 2^-k contains exactly one of the first 2^k points, and one of
// the next 2^k.
TEST(Sobol, FillsEveryDyadicInterval) {
  for (std::size_t d = 0; d < sobol_dimensions; ++d)
    for (const std::uint64_t count : {8u, 64u, 1024u})
      for (const std::uint64_t first : {std::uint64_t{0}, count}) {
        std::set<std::uint64_t> intervals;
        for (std::uint64_t i = first; i < first + count; ++i)
          intervals.insert(static_cast<std::uint64_t>(sobol(i, d) * static_cast<double>(count)));
        EXPECT_EQ(intervals.size(), count) << "dimension " << d;
      }
}

// Dimensions 1 and 2 are a (0, 2)-sequence: each rectangle of area 2^-k contains exactly one of 2^k points.
TEST(Sobol, IsAZeroTwoSequenceInItsFirstDimensions) {
  constexpr unsigned k = 8, count = 1u << k;
  for (unsigned across = 0; across <= k; ++across) {
    std::set<std::pair<unsigned, unsigned>> boxes;
    for (unsigned i = 0; i < count; ++i)
      boxes.emplace(static_cast<unsigned>(sobol(i, 0) * (1u << across)),
                    static_cast<unsigned>(sobol(i, 1) * (1u << (k - across))));
    EXPECT_EQ(boxes.size(), count) << across;
  }
}

// A wrong direction number would repeat points, or give two dimensions the same coordinates.
TEST(Sobol, NoTwoDimensionsAreAlike) {
  std::set<std::vector<double>> sequences;
  for (std::size_t d = 0; d < sobol_dimensions; ++d) {
    std::vector<double> points;
    for (std::uint64_t i = 0; i < 256; ++i) points.push_back(sobol(i, d));
    sequences.insert(points);
  }
  EXPECT_EQ(sequences.size(), sobol_dimensions);
}

TEST(LatinHypercube, HasOnePointInEachPartOfEachRange) {
  for (const std::uint64_t points : {1u, 2u, 7u, 64u, 1000u})
    for (std::size_t d = 0; d < 5; ++d) {
      std::set<std::uint64_t> parts;
      for (std::uint64_t i = 0; i < points; ++i) {
        const double at = latin_hypercube(3, points, i, d);
        ASSERT_GE(at, 0);
        ASSERT_LT(at, 1);
        parts.insert(static_cast<std::uint64_t>(at * static_cast<double>(points)));
      }
      EXPECT_EQ(parts.size(), points);
    }
}

TEST(LatinHypercube, DimensionsAndSeedsAreIndependent) {
  constexpr std::uint64_t points = 400;
  double with_other = 0, with_seed = 0;
  for (std::uint64_t i = 0; i < points; ++i) {
    const double at = latin_hypercube(1, points, i, 0) - 0.5;
    with_other += at * (latin_hypercube(1, points, i, 1) - 0.5) * 12 / points;
    with_seed += at * (latin_hypercube(2, points, i, 0) - 0.5) * 12 / points;
  }
  EXPECT_LT(std::abs(with_other), 0.2);  // four standard deviations of a correlation of 400 pairs
  EXPECT_LT(std::abs(with_seed), 0.2);
}

TEST(Range, GoesFromEndToEndByDifferencesOrRatios) {
  const Range linear{1, 3, false, false, {}}, log{0.01, 1, true, false, {}};
  EXPECT_EQ(linear.at(0), 1);
  EXPECT_EQ(linear.at(0.5), 2);
  EXPECT_EQ(linear.at(1), 3);
  EXPECT_EQ(log.at(0), 0.01);
  EXPECT_EQ(number_value(log.at(0.5), {}).text, "0.1");
  EXPECT_EQ(log.at(1), 1);
  EXPECT_EQ((Range{10, 20, false, true, {}}.at(0.33)), 13);
}

}  // namespace
}  // namespace morula::sweep
