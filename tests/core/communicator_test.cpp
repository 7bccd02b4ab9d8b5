#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "core/error.h"
#include "core/one_process.h"
#include "core/thread_ranks.h"
#include "tests/support/communicator_checks.h"

namespace morula {
namespace {

TEST(Communicator, OneProcessIsRankZeroOfOne) {
  OneProcess alone;
  EXPECT_EQ(alone.rank(), 0);
  EXPECT_EQ(alone.size(), 1);
  check_communicator(alone, 100000);
}

TEST(Communicator, OneProcessMissesMessagesThatItDidNotSend) {
  OneProcess alone;
  Bytes payload(4), longer(5);
  const Sent sent[] = {{0, 1, payload}};
  const Received another_tag[] = {{0, 2, payload}}, another_length[] = {{0, 1, longer}};
  EXPECT_THROW(alone.exchange(sent, another_tag), Error);
  EXPECT_THROW(alone.exchange(sent, another_length), Error);
}

class ThreadRanks : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, ThreadRanks, testing::Values(1, 2, 3, 5, 8));

TEST_P(ThreadRanks, EveryCallDoesWhatItPromises) {
  std::atomic<int> ranks = 0;
  run_thread_ranks(GetParam(), [&](Communicator& communicator) {
    EXPECT_EQ(communicator.size(), GetParam());
    check_communicator(communicator, 100000);
    ++ranks;
  });
  EXPECT_EQ(ranks, GetParam());
}

TEST_P(ThreadRanks, AFailureEndsTheWaitsOfAllOthers) {
  for (int bad = 0; bad < GetParam(); ++bad) {
    std::atomic<int> ended = 0;
    const auto program = [&](Communicator& ranks) {
      if (ranks.rank() == bad) throw std::runtime_error("rank " + std::to_string(bad));
      std::uint64_t term = 1;
      try {
        ranks.sum({&term, 1});
        ADD_FAILURE() << "the sum lacks a term";
      } catch (const Error&) {
        ++ended;
        throw;
      }
    };
    try {
      run_thread_ranks(GetParam(), program);
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "rank " + std::to_string(bad));
    }
    EXPECT_EQ(ended, GetParam() - 1);
  }
}

TEST_P(ThreadRanks, AMessageThatNobodySendsIsAnError) {
  const auto one_ends_early = [](Communicator& ranks) {
    std::uint64_t term = 1;
    if (ranks.rank() + 1 < ranks.size()) ranks.sum({&term, 1});
  };
  const auto all_wait = [](Communicator& ranks) {
    Bytes byte(1);
    const Received received[] = {{(ranks.rank() + 1) % ranks.size(), 0, byte}};
    ranks.exchange({}, received);
  };
  const auto calls_differ = [](Communicator& ranks) {
    Bytes bytes;
    if (ranks.rank() == 0) ranks.gather(bytes);
    if (ranks.rank() != 0) ranks.broadcast(bytes);
  };
  EXPECT_THROW(run_thread_ranks(GetParam(), all_wait), Error);
  if (GetParam() == 1) return;
  EXPECT_THROW(run_thread_ranks(GetParam(), one_ends_early), Error);
  EXPECT_THROW(run_thread_ranks(GetParam(), calls_differ), Error);
}

TEST_P(ThreadRanks, AMessageOfAnotherLengthIsAnError) {
  const auto program = [](Communicator& ranks) {
    const int above = (ranks.rank() + 1) % ranks.size(),
              below = (ranks.rank() + ranks.size() - 1) % ranks.size();
    Bytes payload(3), longer(4);
    const Sent sent[] = {{above, 0, payload}};
    const Received received[] = {{below, 0, longer}};
    ranks.exchange(sent, received);
  };
  EXPECT_THROW(run_thread_ranks(GetParam(), program), Error);
}

}  // namespace
}  // namespace morula
