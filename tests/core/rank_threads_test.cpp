#include <algorithm>

#include "core/rank_threads.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/rank_zero.h"
#include "core/thread_ranks.h"

namespace morula {
namespace {

TEST(RankThreads, ProcessorsAreDividedAmongThoseWhoShareThem) {
  const ProcessorMask whole{0xff}, low{0x0f}, high{0xf0}, single{0x01}, far{0, 1};
  EXPECT_EQ(share_of_processors(whole, {whole}), 8u);
  EXPECT_EQ(share_of_processors(whole, {whole, whole}), 4u);
  EXPECT_EQ(share_of_processors(whole, {whole, whole, whole}), 2u);
  EXPECT_EQ(share_of_processors(low, {low, high}), 4u);
  EXPECT_EQ(share_of_processors(single, {single, single, single}), 1u);
  EXPECT_EQ(share_of_processors(far, {far, whole}), 1u);
}

TEST(RankThreads, RanksOfOneMachineShareIt) {
  run_thread_ranks(3, [](Communicator& ranks) {
    const unsigned share = share_of_processors(processors_of_this_process(), {processors_of_this_process()});
    EXPECT_EQ(threads_of_rank(ranks), std::max(1u, share / 3));
  });
}

TEST(RankZero, WorksAloneAndTellsTheOthers) {
  run_thread_ranks(3, [](Communicator& ranks) {
    int works = 0;
    rank_zero_does(ranks, [&] { ++works; });
    EXPECT_EQ(works, ranks.rank() == 0 ? 1 : 0);
    const auto wrong = [&] { rank_zero_does(ranks, [] { throw SpecError({"file"}, "key", "is wrong"); }); };
    if (ranks.rank() == 0) {
      EXPECT_THROW(wrong(), KnownToAll);
    } else {
      try {
        wrong();
        ADD_FAILURE();
      } catch (const ToldElsewhere& told) {
        EXPECT_EQ(told.code(), 2);
      }
    }
    EXPECT_EQ(on_each_rank(ranks, [&] { return ranks.rank() + 5; }), ranks.rank() + 5);
  });
}

}  // namespace
}  // namespace morula
