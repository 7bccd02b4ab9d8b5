#include "core/shuffle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/stream.h"

namespace morula {
namespace {

Shuffle shuffle_of(u64 count, u64 replica = 0) { return {stream(1, Purpose::InitialState, replica), count}; }

std::vector<u64> all_places(const Shuffle& shuffle) {
  std::vector<u64> places(shuffle.count());
  shuffle.from(0, places);
  return places;
}

// The number of standard deviations by which the chi-square statistic exceeds its expectation.
double excess(const std::vector<u64>& counts, double expected) {
  double sum = 0;
  for (const u64 count : counts)
    sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);
}

constexpr double too_much = 5;  // the draws are fixed, and so are the values compared with this limit

TEST(Shuffle, IsABijectionOfAnyCount) {
  std::vector<u64> counts(70);
  std::iota(counts.begin(), counts.end(), u64{0});
  for (const u64 more : {127, 128, 997, 1024, 4096, 65535, 65537, 250000, 1048576, 1048583})
    counts.push_back(more);
  for (const u64 count : counts) {
    std::vector<u64> places = all_places(shuffle_of(count));
    std::ranges::sort(places);
    for (u64 i = 0; i < count; ++i) ASSERT_EQ(places[i], i) << "of " << count;
  }
}

TEST(Shuffle, GivesAnyPartByItself) {
  for (const u64 count : {1000u, 1048577u}) {
    const Shuffle shuffle = shuffle_of(count);
    const std::vector<u64> places = all_places(shuffle);
    for (const u64 first : {0u, 1u, 255u, 300u, 999u}) {
      EXPECT_EQ(shuffle.at(first), places[first]);
      std::vector<u64> part(std::min<u64>(count - first, 600));
      shuffle.from(first, part);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), places.begin() + static_cast<i64>(first)));
    }
  }
}

TEST(Shuffle, ReachesAsFarAsLatticesDo) {
  const u64 count = largest_where;
  const Shuffle shuffle = shuffle_of(count);
  u64 largest = 0;
  for (u64 i = 0; i < 1000; ++i) {
    const u64 place = shuffle.at(count - 1 - i);
    ASSERT_LT(place, count);
    largest = std::max(largest, place);
  }
  EXPECT_GT(largest, count / 100 * 98);
}

// Every order of a few elements is equally likely, including odd permutations.
TEST(Shuffle, MakesEveryOrderEquallyLikely) {
  for (const u64 count : {2u, 3u, 4u, 5u, 6u}) {
    std::vector<u64> order(count);
    std::iota(order.begin(), order.end(), u64{0});
    std::map<std::vector<u64>, u64> times;
    do times[order] = 0;
    while (std::ranges::next_permutation(order).found);
    const u64 keys = 100 * times.size();
    for (u64 key = 0; key < keys; ++key) ++times[all_places(shuffle_of(count, key))];
    std::vector<u64> counts;
    for (const auto& [permutation, found] : times) counts.push_back(found);
    EXPECT_LT(excess(counts, 100), too_much) << count;
  }
}

// The place of the first element, and the place of the last element relative to it, over many keys; for both
// numbers of rounds.
TEST(Shuffle, SendsPairsAnywhere) {
  constexpr u64 bins = 64, keys = 20000;
  for (const u64 count : {u64{1000}, u64{1} << 20, u64{3000017}, u64{1} << 40}) {
    std::vector<u64> first(bins), apart(bins);
    for (u64 key = 0; key < keys; ++key) {
      const Shuffle shuffle = shuffle_of(count, key);
      const u64 a = shuffle.at(0), b = shuffle.at(1);
      const auto bin = [&](u64 place) { return static_cast<std::size_t>(place * bins / count); };
      ++first[bin(a)];
      ++apart[bin((b + count - a) % count)];
    }
    const double expected = static_cast<double>(keys) / bins;
    EXPECT_LT(excess(first, expected), too_much) << count;
    EXPECT_LT(excess(apart, expected), too_much) << count;
  }
}

// Within one shuffle, neighbours on a line, in a row of the rectangle and in a column of it are moved
// independently. Runs of rising and falling places are as long as by chance.
TEST(Shuffle, LeavesNoTraceOfNeighbourhood) {
  constexpr u64 side = 1024, count = side * side, bins = 16;
  const std::vector<u64> places = all_places(shuffle_of(count));
  for (const u64 distance : {u64{1}, u64{2}, side - 1, side, side + 1}) {
    std::vector<u64> pairs(bins * bins);
    u64 rises = 0;
    for (u64 i = 0; i + distance < count; ++i) {
      ++pairs[places[i] * bins / count * bins + places[i + distance] * bins / count];
      rises += places[i + distance] > places[i];
    }
    const double pair_count = static_cast<double>(count - distance);
    EXPECT_LT(excess(pairs, pair_count / (bins * bins)), too_much) << distance;
    EXPECT_LT(std::abs(static_cast<double>(rises) - pair_count / 2), too_much * std::sqrt(pair_count / 12))
        << distance;
  }
}

// One number for the first thousand places of each shuffle; these determine the result of every run that
// begins with a shuffle.
TEST(Shuffle, IsTheSameOnEveryMachine) {
  const auto fingerprint = [](u64 count) {
    u64 sum = 0;
    for (u64 i = 0; i < 1000; ++i) sum = sum * 6364136223846793005u + shuffle_of(count).at(i);
    return sum;
  };
  EXPECT_EQ(fingerprint(1000), 4921903364559122220u);
  EXPECT_EQ(fingerprint(u64{1} << 28), 12630860855175434339u);
  EXPECT_EQ(fingerprint(largest_where), 6373466411732455701u);
}

}  // namespace
}  // namespace morula
