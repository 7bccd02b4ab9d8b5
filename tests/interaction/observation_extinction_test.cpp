#include <algorithm>

#include "models/interaction/observe/extinction_times.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

using Counts = std::vector<u64>;

TEST(ExtinctionTimes, AreOfTheFirstGenerationWithoutTheSpecies) {
  ExtinctionTimes times(2, 3);
  times.note(0, Counts{0, 5, 5, /**/ 10, 0, 1});
  EXPECT_EQ(times.of(0, 1), 0u) << "it lives";
  EXPECT_EQ(times.of(1, 1), 1u) << "was never there";
  EXPECT_FALSE(times.any(0)) << "empty sites are no species";
  EXPECT_TRUE(times.any(1));
  times.note(7, Counts{4, 6, 0, /**/ 11, 0, 0});
  times.note(8, Counts{4, 6, 0, /**/ 11, 0, 0});
  EXPECT_EQ(std::vector<u64>(times.all().begin(), times.all().end()), (Counts{0, 8, 1, 8}));
  EXPECT_TRUE(times.any(0));
}

TEST(ExtinctionTimes, GoOnFromACheckpoint) {
  ExtinctionTimes before(1, 4), after(1, 4);
  before.note(5, Counts{1, 0, 2, 3});
  std::copy(before.all().begin(), before.all().end(), after.all().begin());
  after.note(9, Counts{1, 0, 0, 5});
  EXPECT_EQ(std::vector<u64>(after.all().begin(), after.all().end()), (Counts{6, 10, 0}));
}

TEST(ExtinctionTimes, OfARunThatBeginsAnewAreOfItsStart) {
  ExtinctionTimes times(1, 3);
  times.note(3000, Counts{1, 0, 9});
  times.begin_at(3000);
  EXPECT_EQ(times.of(0, 1), 3001u);
  times.begin_at(0);
  EXPECT_EQ(times.of(0, 1), 1u);
  EXPECT_EQ(times.of(0, 2), 0u);
}

}  // namespace
}  // namespace morula::test
