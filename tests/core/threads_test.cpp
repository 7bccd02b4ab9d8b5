#include "core/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace morula {
namespace {

TEST(Threads, EveryIndexIsVisitedOnce) {
  for (const unsigned threads : {1u, 2u, 3u, 7u, 16u}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::uint64_t count : {0u, 1u, 2u, 5u, 6u, 7u, 8u, 100u, 1001u}) {
      std::vector<std::atomic<int>> visits(count);
      pool.for_ranges(count, [&](std::uint64_t begin, std::uint64_t end) {
        EXPECT_LT(begin, end);
        for (std::uint64_t i = begin; i < end; ++i) ++visits[i];
      });
      for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    }
  }
}

TEST(Threads, ThePoolHasAtLeastTheCaller) {
  ThreadPool pool(0);
  EXPECT_EQ(pool.size(), 1u);
  std::thread::id who;
  pool.for_ranges(10, [&](std::uint64_t, std::uint64_t) { who = std::this_thread::get_id(); });
  EXPECT_EQ(who, std::this_thread::get_id());
}

TEST(Threads, HugeCountsAreDividedWithoutOverflow) {
  ThreadPool pool(3);
  const std::uint64_t count = ~std::uint64_t{0};
  std::atomic<std::uint64_t> total = 0;
  pool.for_ranges(count, [&](std::uint64_t begin, std::uint64_t end) { total += end - begin; });
  EXPECT_EQ(total, count);
}

TEST(Threads, TheDivisionIsAlwaysTheSame) {
  ThreadPool pool(4);
  const auto begins = [&] {
    std::vector<std::atomic<std::uint64_t>> ends(103);
    pool.for_ranges(103, [&](std::uint64_t begin, std::uint64_t end) { ends[begin] = end; });
    return std::vector<std::uint64_t>(ends.begin(), ends.end());
  };
  const auto first = begins();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(begins(), first);
}

TEST(Threads, APoolIsUsedThousandsOfTimes) {
  ThreadPool pool(4);
  std::uint64_t expected = 0;
  std::atomic<std::uint64_t> sum = 0;
  for (std::uint64_t round = 0; round < 5000; ++round) {
    const std::uint64_t count = round % 11;
    pool.for_ranges(count, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) sum += i + 1;
    });
    expected += count * (count + 1) / 2;
    ASSERT_EQ(sum, expected);
  }
}

TEST(Threads, AnExceptionOfAnyPartArrives) {
  ThreadPool pool(4);
  for (std::uint64_t bad = 0; bad < 8; ++bad) {
    const auto part = [&](std::uint64_t begin, std::uint64_t end) {
      if (begin <= bad && bad < end) throw std::runtime_error("index " + std::to_string(bad));
    };
    try {
      pool.for_ranges(8, part);
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "index " + std::to_string(bad));
    }
  }
}

TEST(Threads, WhenAllFailOneIsHeardAndThePoolGoesOn) {
  ThreadPool pool(4);
  for (int round = 0; round < 100; ++round) {
    EXPECT_THROW(pool.for_ranges(8, [](std::uint64_t, std::uint64_t) { throw std::logic_error("all"); }),
                 std::logic_error);
    std::atomic<std::uint64_t> done = 0;
    EXPECT_NO_THROW(pool.for_ranges(8, [&](std::uint64_t begin, std::uint64_t end) { done += end - begin; }));
    ASSERT_EQ(done, 8u);
  }
}

TEST(Threads, PoolsComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    ThreadPool pool(3);
    if (i % 2 == 0) pool.for_ranges(3, [](std::uint64_t, std::uint64_t) {});
  }
}

TEST(Threads, TheMachineHasAtLeastOne) { EXPECT_GE(hardware_threads(), 1u); }

}  // namespace
}  // namespace morula
