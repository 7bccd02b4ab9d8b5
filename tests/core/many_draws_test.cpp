#include "core/many_draws.h"

#include <gtest/gtest.h>

#include "core/stream.h"

namespace morula {
namespace {

void expect_draws_from(u32x2 key, u64 where, u64 when, u32 which) {
  ManyDraws draws, by_rounds;
  draws_from(key, where, when, which, draws);
  GradualDraws gradual(key, where, when, which);
  for (std::size_t round = 0; round < GradualDraws::rounds; ++round) gradual.next_round();
  gradual.store_in(by_rounds);
  for (std::size_t i = 0; i < draws_at_once; ++i) {
    const u32x4 drawn = draw(key, where + i, when, which);
    EXPECT_TRUE(draws.at(0, i) == drawn.x && draws.at(1, i) == drawn.y && draws.at(2, i) == drawn.z &&
                draws.at(3, i) == drawn.w)
        << "at " << where << " + " << i << ", " << when << ", " << which;
    for (std::size_t word = 0; word < 4; ++word)
      EXPECT_EQ(by_rounds.at(word, i), draws.at(word, i)) << "at " << where << " + " << i << ", " << word;
  }
}

TEST(ManyDraws, AreTheDrawsOneByOne) {
  for (const u64 where : {u64{0}, u64{12345}, (u64{1} << 32) + 77, largest_where - draws_at_once})
    for (const u64 when : {u64{0}, u64{3}, u64{0x123456789a}, largest_when})
      for (const u32 which : {0u, 1u, 9u, ~0u})
        expect_draws_from(stream(when, Purpose::Interaction, which), where, when, which);
}

TEST(ManyDraws, MayBeAnywhere) {
  const u32x2 key = stream(3, Purpose::Division);
  ManyDraws at, draws;
  const auto node_of = [](std::size_t i) { return ~u64{0} >> i % 64; };
  for (std::size_t i = 0; i < draws_at_once; ++i) at.set(i, place_in_tree(i << 33 | i, node_of(i), 7));
  draws_of(key, at, draws);
  for (std::size_t i = 0; i < draws_at_once; ++i) {
    const u32x4 many = draws.at(i), single = draw_in_tree(key, i << 33 | i, node_of(i), 7);
    EXPECT_TRUE(many.x == single.x && many.y == single.y && many.z == single.z && many.w == single.w) << i;
  }
}

TEST(ManyDraws, MayBeAtListedPlaces) {
  const u32x2 key = stream(5, Purpose::RegionCopy);
  std::array<u64, draws_at_once> where;
  for (std::size_t i = 0; i < draws_at_once; ++i) where[i] = (~u64{0} >> 16) >> i % 48;
  ManyDraws draws;
  draws_at(key, where, 0x123456789a, 2, draws);
  for (std::size_t i = 0; i < draws_at_once; ++i) {
    const u32x4 many = draws.at(i), single = draw(key, where[i], 0x123456789a, 2);
    EXPECT_TRUE(many.x == single.x && many.y == single.y && many.z == single.z && many.w == single.w) << i;
  }
}

TEST(ManyDraws, GoOnWhereTheLowerHalfOfAPlaceRunsOver) {
  const u64 half = u64{1} << 32;
  for (u64 before = 0; before <= draws_at_once + 1; ++before)
    expect_draws_from(stream(1, Purpose::Interaction), half - before, 5, 0);
}

}  // namespace
}  // namespace morula
