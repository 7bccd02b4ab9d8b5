#include "models/schedule.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Schedule, IsDueAtTheStartAtMultiplesAndAtTheEnd) {
  const Schedule schedule(7, 30);
  for (std::uint64_t step = 0; step <= 30; ++step)
    EXPECT_EQ(schedule.due(step),
              step == 0 || step == 7 || step == 14 || step == 21 || step == 28 || step == 30)
        << step;
}

TEST(Schedule, NextIsTheFirstDueStepAfter) {
  for (const std::uint64_t every : {1u, 2u, 7u, 30u, 31u, 1000u})
    for (const std::uint64_t end : {0u, 1u, 29u, 30u, 60u}) {
      const Schedule schedule(every, end);
      for (std::uint64_t step = 0; step < end; ++step) {
        const std::uint64_t next = schedule.next(step);
        EXPECT_GT(next, step);
        EXPECT_LE(next, end);
        EXPECT_TRUE(schedule.due(next));
        for (std::uint64_t between = step + 1; between < next; ++between) EXPECT_FALSE(schedule.due(between));
      }
    }
}

TEST(Schedule, BeyondTheEndStillGoesForward) {
  const Schedule schedule(10, 25);
  EXPECT_GT(schedule.next(25), 25u);
  EXPECT_GT(schedule.next(40), 40u);
}

TEST(Schedule, OfALongRunDoesNotOverflow) {
  constexpr std::uint64_t longest = (std::uint64_t{1} << 48) - 1;
  const Schedule schedule(longest, longest);
  EXPECT_EQ(schedule.next(0), longest);
  EXPECT_TRUE(schedule.due(longest));
  EXPECT_GT(schedule.next(longest), longest);
}

}  // namespace
}  // namespace morula
