#include "core/threads.h"
#include "core/dialect.h"
#include "core/spin_barrier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <set>
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

TEST(Threads, APartMayAskForMore) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    ThreadPool pool(threads), second_pool(2);
    std::atomic<std::uint64_t> sum = 0;
    pool.for_ranges(13, [&](std::uint64_t begin, std::uint64_t end) {
      const std::thread::id caller = std::this_thread::get_id();
      for (std::uint64_t i = begin; i < end; ++i)
        pool.for_ranges(7, [&](std::uint64_t first, std::uint64_t last) {
          EXPECT_EQ(std::this_thread::get_id(), caller);
          sum += last - first;
        });
      pool.for_ranges(0, [&](std::uint64_t, std::uint64_t) { ADD_FAILURE(); });
      second_pool.for_ranges(1, [&](std::uint64_t, std::uint64_t) {  // on this thread, still within the part
        pool.for_ranges(1, [&](std::uint64_t, std::uint64_t) { ++sum; });
      });
      EXPECT_THROW(pool.for_ranges(1, [](std::uint64_t, std::uint64_t) { throw std::logic_error("inner"); }),
                   std::logic_error);
      pool.for_ranges(2, [&](std::uint64_t first, std::uint64_t last) { sum += last - first; });
    });
    EXPECT_EQ(sum, 13 * 7 + 3 * threads);
    sum = 0;
    pool.for_ranges(threads, [&](std::uint64_t, std::uint64_t) { ++sum; });
    EXPECT_EQ(sum, threads) << "and afterwards nobody is within a part";
  }
}

TEST(Threads, SeveralMayCallAtATime) {
  ThreadPool pool(3);
  std::vector<std::uint64_t> sums(4);
  std::vector<std::thread> callers;
  for (std::uint64_t& sum : sums)
    callers.emplace_back([&pool, &sum] {
      for (int round = 0; round < 500; ++round) {
        std::vector<std::uint64_t> shares(10);
        pool.for_ranges(10, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) shares[i] = i;
        });
        for (const std::uint64_t share : shares) sum += share;
      }
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sums, std::vector<std::uint64_t>(4, 500 * 45));
}

TEST(Threads, EachThreadHasItsPartAndAllRunAtTheSameTime) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 20; ++round) {
      std::barrier together(static_cast<std::ptrdiff_t>(threads));
      std::vector<std::thread::id> who(threads);
      std::vector<std::uint64_t> sums(threads), shares(threads);
      pool.on_each_thread([&](unsigned thread) {
        who[thread] = std::this_thread::get_id();
        for (std::uint64_t phase = 0; phase < 10; ++phase) {
          shares[thread] = phase + thread;
          together.arrive_and_wait();
          for (const std::uint64_t share : shares) sums[thread] += share;
          together.arrive_and_wait();
        }
      });
      EXPECT_EQ(sums, std::vector<std::uint64_t>(threads, 45 * threads + 10 * threads * (threads - 1) / 2));
      EXPECT_EQ(std::set(who.begin(), who.end()).size(), threads);
    }
  }
}

TEST(Threads, CallersWithBarriersDoNotMeet) {
  ThreadPool pool(3);
  std::atomic<int> running = 0;
  const auto call = [&] {
    for (int round = 0; round < 200; ++round) {
      std::barrier together(3);
      pool.on_each_thread([&](unsigned) {
        EXPECT_LE(++running, 3);
        together.arrive_and_wait();
        --running;
      });
    }
  };
  std::thread second_caller(call);
  call();
  second_caller.join();
  EXPECT_EQ(running, 0);
}

TEST(Threads, AnExceptionOfAThreadArrives) {
  ThreadPool pool(3);
  for (unsigned bad = 0; bad < 3; ++bad)
    EXPECT_THROW(pool.on_each_thread([&](unsigned thread) {
      if (thread == bad) throw std::runtime_error("thread");
    }),
                 std::runtime_error);
}

#ifndef NDEBUG
TEST(ThreadsDeathTest, AThreadEachIsNotThereWithinAPart) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        ThreadPool pool(2);
        pool.for_ranges(2, [&](std::uint64_t, std::uint64_t) { pool.on_each_thread([](unsigned) {}); });
      },
      "within_a_part");
}
#endif

TEST(Threads, PoolsComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    ThreadPool pool(3);
    if (i % 2 == 0) pool.for_ranges(3, [](std::uint64_t, std::uint64_t) {});
  }
}

TEST(Threads, TheMachineHasAtLeastOne) { EXPECT_GE(hardware_threads(), 1u); }

TEST(SpinBarrier, NobodyIsEverARoundAhead) {
  for (const unsigned threads : {1u, 2u, 3u, 7u}) {
    ThreadPool pool(threads);
    SpinBarrier together(threads);
    std::vector<u64> rounds(threads);
    std::atomic<u64> wrong = 0;
    pool.on_each_thread([&](unsigned thread) {
      for (u64 round = 1; round <= 200; ++round) {
        rounds[thread] = round;
        together.arrive_and_wait();
        for (const u64 reached : rounds) wrong += reached != round;
        together.arrive_and_wait();
      }
    });
    EXPECT_EQ(wrong, 0u) << threads;
  }
}

}  // namespace
}  // namespace morula
