// A sweep over ranks that are threads of one process: the records of one rank alone.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

#include "core/error.h"
#include "core/one_process.h"
#include "core/rank_zero.h"
#include "core/thread_ranks.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "sweep/run_sweep.h"
#include "tests/io/temporary_folder.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* swept_model = R"(model: interaction
steps: 40
lattice: {size: [16, 16]}
interaction: {species: 3, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}
initial: {fractions: equal}
output: {series: {every: 7}}
)";
constexpr const char* few_points =
    "sweep: {model: model.yaml, over: {interaction.rates.mobility: [0.1, 0.2, 0.3]}, replicas: 5}\n";

class JobRanks : public testing::Test {
 protected:
  JobRanks() { std::ofstream(folder_ / "model.yaml") << swept_model; }

  static Backend two_threads() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr}; }

  // What rank 0 has at the end. `stop_on` is the rank that wants to stop from the beginning.
  SweepOutcome sweep_over(int ranks, const std::string& out, int stop_on = -1) const {
    SweepOutcome outcome;
    run_thread_ranks(ranks, [&](Communicator& communicator) {
      const PointModels models(read_sweep(io::parse_document(few_points, "s.yaml"), folder_.path()));
      const Plan plan = make_plan(models);
      const Backend backend = two_threads();
      const auto stop_wanted = [&] { return communicator.rank() == stop_on; };
      if (communicator.rank() != 0) return serve_sweep(models, plan, backend, communicator, stop_wanted);
      SweepHooks hooks;
      hooks.stop_wanted = stop_wanted;
      outcome = run_sweep(models, plan, backend, {folder_ / out, {}, false, false}, hooks, communicator);
    });
    return outcome;
  }
  std::string table(const std::string& out) const { return io::read_file(folder_ / out / "runs.csv"); }

  io::TemporaryFolder folder_;
};

TEST_F(JobRanks, HaveTheSameResults) {
  EXPECT_FALSE(sweep_over(1, "alone").stopped);
  for (const int ranks : {2, 3, 5}) {
    const std::string out = "over" + std::to_string(ranks);
    const SweepOutcome outcome = sweep_over(ranks, out);
    EXPECT_FALSE(outcome.stopped);
    EXPECT_EQ(outcome.runs, 15u);
    EXPECT_TRUE(outcome.failures.empty());
    EXPECT_EQ(table(out), table("alone")) << ranks;
  }
}

// Whichever rank is asked to stop, all do, and the same sweep goes on later.
TEST_F(JobRanks, StopTogetherAndGoOn) {
  sweep_over(1, "alone");
  for (const int stopping : {0, 2}) {
    const std::string out = "by" + std::to_string(stopping);
    EXPECT_TRUE(sweep_over(3, out, stopping).stopped);
    EXPECT_FALSE(fs::exists(folder_ / out / "sweep.json"));
    EXPECT_FALSE(sweep_over(2, out).stopped);
    EXPECT_EQ(table(out), table("alone"));
  }
}

TEST_F(JobRanks, AFolderOfSomebodyElseIsToldByRankZero) {
  fs::create_directories(folder_ / "mine");
  std::ofstream(folder_ / "mine/letter.txt") << "dear";
  EXPECT_THROW(sweep_over(3, "mine"), std::exception);
}

}  // namespace
}  // namespace morula::sweep
