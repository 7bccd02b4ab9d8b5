#include "bench/ranks/ranks_bench.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/one_process.h"
#include "core/thread_ranks.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula::test {
namespace {

class RanksBench : public testing::Test {
 protected:
  void SetUp() override { setenv("MORULA_BENCH_SECONDS", "0.02", 1); }
  void TearDown() override { unsetenv("MORULA_BENCH_SECONDS"); }
};

std::vector<RankCase> one_case() {
  return {{"Life, 64 x 64",
           read_spec(io::parse_document("model: automaton\nsteps: 1000\nlattice: {size: [64, 64]}\n"
                                        "automaton: {rule: B3/S23}\ninitial: {random: {density: 0.3}}\n",
                                        "test"),
                     ".")}};
}

Backend on_one_thread() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}; }

TEST_F(RanksBench, ExchangesAreCountedAsRimsHaveThem) {
  RankRates rates;
  run_thread_ranks(2, [&](Communicator& ranks) {
    const RankRates measured = bench_ranks(on_one_thread(), ranks, one_case());
    if (ranks.rank() == 0) rates = measured;
  });
  ASSERT_EQ(rates.rates.size(), 1u);
  const RankRate& life = rates.rates.front();
  EXPECT_GT(life.updates_per_second, 0);
  ASSERT_EQ(rates.links.lengths().size(), 8u);
  EXPECT_GT(life.predicted, 0);
  EXPECT_EQ(life.owned, 32u);
  EXPECT_FALSE(life.exchanged.exchanges.empty());
  // To each side, rows of 64 cells, of a bit each.
  EXPECT_EQ(life.exchanged.bytes, life.exchanged.exchanges.size() * 2 * life.rim * 8);
  EXPECT_GT(life.exchanged.typical(), 0);
  EXPECT_LT(life.exchanged.waiting + life.exchanged.exchanging(), life.seconds);
  EXPECT_NE(as_text(rates).find("measured    typical  predicted"), std::string::npos);
  EXPECT_EQ(as_json(rates).at("links").size(), 8u);
}

TEST_F(RanksBench, AnExchangeBetweenMeasuredLengthsIsInterpolated) {
  const std::vector<LinkTimes::Length> lengths = {{1000, 2}, {2000, 3}, {4000, 7}};
  EXPECT_DOUBLE_EQ(seconds_of_exchange(lengths, 10), 2) << "no shorter than the shortest";
  EXPECT_DOUBLE_EQ(seconds_of_exchange(lengths, 2000), 3);
  EXPECT_DOUBLE_EQ(seconds_of_exchange(lengths, 1500), 2.5);
  EXPECT_DOUBLE_EQ(seconds_of_exchange(lengths, 3000), 5);
  EXPECT_DOUBLE_EQ(seconds_of_exchange(lengths, 8000), 14) << "at the pace of the longest";
}

TEST_F(RanksBench, TheTypicalExchangeIsTheMedian) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({5, 1, 900}), 5);
}

TEST_F(RanksBench, OneProcessExchangesNothing) {
  OneProcess alone;
  const RankRates rates = bench_ranks(on_one_thread(), alone, one_case());
  EXPECT_GT(rates.rates.at(0).updates_per_second, 0);
  EXPECT_TRUE(rates.rates.at(0).exchanged.exchanges.empty());
  EXPECT_EQ(as_json(rates).at("ranks"), 1);
}

TEST_F(RanksBench, CasesGrowWithWorkersOrStay) {
  const auto few = rank_cases(2, false), many = rank_cases(4, false);
  ASSERT_EQ(few.size(), many.size());
  for (std::size_t i = 0; i < few.size(); ++i) {
    const auto sites = [&](const std::vector<RankCase>& cases) {
      return cases[i].spec.lattice->global.sites();
    };
    EXPECT_EQ(sites(many), i < few.size() / 2 ? sites(few) : 2 * sites(few)) << few[i].what;
  }
}

}  // namespace
}  // namespace morula::test
