#include "bench/ranks/ranks_bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "bench/ranks/case_exchanges.h"
#include "bench/ranks/counted_ranks.h"
#include "bench/ranks/sweeping.h"
#include "core/one_process.h"
#include "core/thread_ranks.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "tests/support/backends.h"

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

TEST_F(RanksBench, ExchangesAreCountedAsHalosHaveThem) {
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
  EXPECT_EQ(life.exchanged.bytes, life.exchanged.exchanges.size() * 2 * life.halo * 8);
  EXPECT_GT(life.exchanged.typical(), 0);
  EXPECT_LT(life.exchanged.waiting + life.exchanged.exchanging(), life.seconds);
  EXPECT_NE(as_text(rates).find("measured    typical  predicted"), std::string::npos);
  EXPECT_EQ(as_json(rates).at("links").size(), 8u);
}

// Ranks share neither threads nor what a process knows of a device.
Backend one_more(const Backend& backend) {
  Backend more{backend.kind, std::make_shared<ThreadPool>(backend.threads->size()), nullptr};
  if (backend.device)
    more.device = gpu::open_device(backend.device->info().api, backend.device->info().index);
  return more;
}

// Seconds of the exchanges of this rank, and the length of its messages.
std::vector<double> alone_on(const Backend& backend, const CaseTraffic& traffic, Communicator& ranks,
                             std::uint64_t& message_bytes) {
  CountedRanks counted(ranks);
  std::vector<double> seconds = exchanges_alone(one_case().front().spec, backend, traffic, counted);
  EXPECT_EQ(counted.exchanges(), seconds.size());
  message_bytes = counted.message_bytes();
  return seconds;
}

TEST_F(RanksBench, ACaseIsRehearsedWithItsOwnMessagesOnEveryBackend) {
  const CaseTraffic traffic{.halo = 3, .layer_bytes = 8, .step = 1e-5, .interval = 1e-4};
  for (const NamedBackend& named : available_backends())
    run_thread_ranks(2, [&](Communicator& ranks) {
      // Rank 0 alone knows what the case exchanges.
      std::uint64_t message_bytes = 0;
      const auto seconds = alone_on(one_more(named.backend), ranks.rank() == 0 ? traffic : CaseTraffic(),
                                    ranks, message_bytes);
      EXPECT_EQ(seconds.size(), 101u) << named.name;
      EXPECT_GT(median(seconds), 0) << named.name;
      EXPECT_EQ(message_bytes, 24u) << named.name;
    });
}

TEST_F(RanksBench, RareExchangesAreRehearsedLessOften) {
  run_thread_ranks(2, [&](Communicator& ranks) {
    std::uint64_t message_bytes = 0;
    const auto seconds = alone_on(on_one_thread(), {.halo = 1, .layer_bytes = 8, .step = 1, .interval = 1000},
                                  ranks, message_bytes);
    EXPECT_EQ(seconds.size(), 20u);
  });
}

std::uint64_t bytes_changed(double seconds, double each_round) {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  ThreadPool threads(3);
  Sweeping sweeping(bytes, threads);
  sweeping.sweep(seconds, each_round);
  const std::span<const std::byte> memory(sweeping.memory(), bytes);
  return bytes - static_cast<std::uint64_t>(std::ranges::count(memory, std::byte{0}));
}

TEST_F(RanksBench, MemoryIsSweptNoFasterThanTheCaseDoes) {
  EXPECT_EQ(bytes_changed(0, 1), 0u);
  // Each thread sweeps 4096 words at once, of which a byte changes, and is then ahead of time.
  EXPECT_EQ(bytes_changed(1e-3, 1), 3 * 4096u);
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
