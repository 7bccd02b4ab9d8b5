// A sweep over ranks that are threads of one process gives the records of a sweep on one rank.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <mutex>

#include "core/error.h"
#include "core/one_process.h"
#include "core/rank_zero.h"
#include "core/thread_ranks.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "sweep/run_sweep.h"
#include "sweep/sweep_ranks.h"
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

  // The result on rank 0. `stop_on` is a rank that asks to stop from the beginning.
  SweepOutcome sweep_over(int ranks, const std::string& out, int stop_on = -1) const {
    SweepOutcome outcome;
    run_thread_ranks(ranks, [&](Communicator& communicator) {
      const SweepOfAll shared(communicator, [&](const TextOfFile& text_of) {
        return read_sweep(io::parse_document(sweep_, "s.yaml"), folder_.path(), text_of);
      });
      if (communicator.rank() != 0) see_files(shared);
      const Backend backend = two_threads();
      const auto stop_wanted = [&] { return communicator.rank() == stop_on; };
      if (communicator.rank() != 0)
        return serve_sweep(shared.models(), shared.plan(), backend, communicator, stop_wanted);
      SweepHooks hooks;
      hooks.stop_wanted = stop_wanted;
      outcome = run_sweep(shared.models(), shared.plan(), backend, {folder_ / out, {}, false, false}, hooks,
                          communicator);
    });
    return outcome;
  }
  std::string table(const std::string& out) const { return io::read_file(folder_ / out / "runs.csv"); }

  // The first run as the ranks other than 0 have read it.
  void see_files(const SweepOfAll& shared) const {
    const Spec spec = shared.models().read(0, {1, 0});
    const std::lock_guard lock(mutex_);
    for (const InputFile& input : spec.inputs) read_elsewhere_.push_back(input.path);
    if (spec.initial_run) read_elsewhere_.push_back(spec.initial_run->folder / "checkpoint.h5");
  }

  io::TemporaryFolder folder_;
  std::string sweep_ = few_points;
  mutable std::mutex mutex_;
  mutable std::vector<fs::path> read_elsewhere_;
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

// If any rank is asked to stop, all stop, and the same sweep can be continued later.
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

// Only rank 0 reads the files that the sweep and its models name; the other ranks get texts and copies from
// it.
TEST_F(JobRanks, ReadCopiesOfTheFilesThatRankZeroSees) {
  std::ofstream(folder_ / "glider.rle") << "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";
  const std::string soup =
      "model: automaton\nsteps: 9\nlattice: {size: [16, 16]}\nautomaton: {rule: B3/S23}\n";
  std::ofstream(folder_ / "model.yaml")
      << soup + "initial: {pattern: {file: glider.rle}}\noutput: {series: {every: 1}}\n";
  sweep_ = "sweep: {model: model.yaml, over: {steps: [3, 5, 7, 8, 9]}}\n";
  const auto expect_copies = [&](const std::string& name, const std::string& out) {
    sweep_over(1, out + "-alone");
    read_elsewhere_.clear();
    sweep_over(3, out);
    EXPECT_EQ(table(out), table(out + "-alone"));
    EXPECT_EQ(read_elsewhere_.size(), 2u);
    for (const fs::path& file : read_elsewhere_) {
      EXPECT_TRUE(file.string().ends_with(name)) << file;
      EXPECT_NE(file.string().find("morula-inputs-"), std::string::npos) << file;
      EXPECT_FALSE(fs::exists(file)) << file << " was left behind";
    }
  };
  expect_copies("glider.rle", "pattern");
  fs::create_directories(folder_ / "begun");
  const auto begun = make_model(
      read_spec(io::parse_document(soup + "initial: {cells: [[1, 1], [2, 1], [3, 1]]}\n", "m.yaml"),
                folder_.path()),
      two_threads());
  save_state(*begun, folder_ / "begun/checkpoint.h5");
  std::ofstream(folder_ / "model.yaml") << soup + "initial: {run: begun}\noutput: {series: {every: 1}}\n";
  expect_copies("begun/checkpoint.h5", "run");
}

TEST_F(JobRanks, AFolderOfSomebodyElseIsToldByRankZero) {
  fs::create_directories(folder_ / "mine");
  std::ofstream(folder_ / "mine/letter.txt") << "dear";
  EXPECT_THROW(sweep_over(3, "mine"), std::exception);
}

}  // namespace
}  // namespace morula::sweep
