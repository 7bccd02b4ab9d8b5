// A signal while a run starts ends it at once, since there is nothing to save yet.
#include <signal.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "tests/program/launcher.h"
#include "tests/program/pseudo_terminal.h"
#include "tests/program/sweeps.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

void await(Process& process, const std::function<bool()>& happened) {
  while (process.running() && !happened()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Drawing its initial state takes more than a second.
std::string soup(const std::string& side, const std::string& output) {
  return "model: automaton\nsteps: 1000\nlattice: {size: [" + side + ", " + side +
         "]}\nautomaton: {rule: B3/S23}\ninitial: {random: {density: 0.3}}\n" + output;
}

class Starting : public testing::TestWithParam<int> {
 protected:
  Workplace place_;
};

TEST_P(Starting, ARunIsStoppedBeforeItHasAFolder) {
  place_.write("large.yaml", soup("24000", ""));
  Process process(place_.command({"run", "large.yaml", "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return process.handles(GetParam()); });
  process.send(GetParam());
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0);
  EXPECT_EQ(stopped.out, "stopped before the first step; nothing was written\n");
  EXPECT_EQ(stopped.err, "");
  EXPECT_FALSE(fs::exists(place_ / "runs/large"));
}

TEST_P(Starting, ARunIsStoppedWhileItWritesItsFirstOutput) {
  place_.write("frames.yaml", soup("4000", "output: {frames: {every: 1000}, state: {every: 1000}}\n"));
  Process process(place_.command({"run", "frames.yaml", "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return fs::exists(place_ / "runs/frames/frames/legend.svg"); });
  process.send(GetParam());
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0);
  EXPECT_EQ(stopped.out, "stopped before a step was taken\ngo on with: morula resume runs/frames\n");
  EXPECT_EQ(manifest_of(place_ / "runs/frames").at("status"), "stopped");
  EXPECT_FALSE(fs::exists(place_ / "runs/frames/checkpoint.h5"));

  place_.must({"resume", "runs/frames", "--steps", "1", "--quiet", "--backend", "cpu"});
  place_.must({"run", "frames.yaml", "--steps", "1", "--out", "whole", "--quiet", "--backend", "cpu"});
  EXPECT_TRUE(same_files(place_ / "runs/frames", place_ / "whole"));
}

bool has_unfinished_folder(const fs::path& runs) {
  if (!fs::exists(runs)) return false;
  for (const auto& entry : fs::directory_iterator(runs))
    if (entry.path().extension() == ".part") return true;
  return false;
}

// Half a run directory would be of no use: the signal waits until it is complete. Copying the pattern takes
// some time, since the file is large.
TEST_P(Starting, ARunIsStoppedWhileItsFolderIsMade) {
  std::string pattern;
  while (pattern.size() < 30'000'000) pattern += "#C " + std::string(1000, '.') + '\n';
  place_.write("glider.rle", pattern + "x = 3, y = 3\nbo$2bo$3o!\n");
  place_.write("glider.yaml",
               "model: automaton\nsteps: 1e9\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {pattern: {file: glider.rle, at: [5, 5]}}\ncheckpoint: {every: 1e9}\n");
  Process process(place_.command({"run", "glider.yaml", "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return has_unfinished_folder(place_ / "runs"); });
  process.send(GetParam());
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_TRUE(stopped.out.ends_with("go on with: morula resume runs/glider\n")) << stopped.out;
  EXPECT_FALSE(has_unfinished_folder(place_ / "runs"));
  EXPECT_EQ(manifest_of(place_ / "runs/glider").at("status"), "stopped");
}

TEST_P(Starting, ARunIsStoppedWhileItReplacesAnother) {
  place_.write("large.yaml", soup("6000", ""));
  place_.must(
      {"run", "large.yaml", "--set", "lattice.size=[20,20]", "--steps", "1", "--quiet", "--backend", "cpu"});
  Process process(
      place_.command({"run", "large.yaml", "--force", "--seed", "5", "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return fs::exists(place_ / "runs/large/.morula-replacement/manifest.json"); });
  process.send(GetParam());
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_EQ(stopped.out, "stopped before a step was taken\ngo on with: morula resume runs/large\n");
  EXPECT_FALSE(fs::exists(place_ / "runs/large/.morula-replacement"));
  EXPECT_EQ(manifest_of(place_ / "runs/large").at("status"), "stopped");
  EXPECT_EQ(manifest_of(place_ / "runs/large").at("seed"), 5);
}

INSTANTIATE_TEST_SUITE_P(By, Starting, testing::Values(SIGINT, SIGTERM),
                         [](const auto& of) { return of.param == SIGINT ? "SIGINT" : "SIGTERM"; });

TEST(Start, ThatTakesLongIsShownOnATerminal) {
  PseudoTerminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "no pseudo-terminal: " << std::strerror(errno);
  const Workplace place;
  place.write("large.yaml", soup("24000", ""));
  Command command = place.command({"run", "large.yaml", "--backend", "cpu", "--threads", "1"});
  command.terminal = terminal.far_end();
  Process process(command);
  const std::string line = "\r\033[Kstarting: making the initial state, ";
  await(process, [&] { return terminal.shown(1).find(line) != std::string::npos; });
  EXPECT_TRUE(process.running()) << "the line is shown while the state is being made";
  process.send(SIGTERM);
  EXPECT_EQ(process.wait(std::chrono::seconds(30)).code, 0);
  EXPECT_NE(terminal.shown().find(line), std::string::npos) << terminal.shown();
  EXPECT_TRUE(terminal.shown().ends_with("\r\033[K")) << "the line is cleared";
}

TEST(Start, OfAResumedRunIsStoppedWhileItsStateIsRestored) {
  const Workplace place;
  place.write("large.yaml", soup("12000", ""));
  place.must({"run", "large.yaml", "--steps", "1", "--backend", "cpu", "--quiet"});
  const std::string before = contents(place / "runs/large/checkpoint.h5");
  Process process(
      place.command({"resume", "runs/large", "--steps", "1000", "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return process.handles(SIGTERM); });
  process.send(SIGTERM);
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0);
  EXPECT_EQ(stopped.out, "stopped before a step was taken\ngo on with: morula resume runs/large\n");
  EXPECT_EQ(contents(place / "runs/large/checkpoint.h5"), before);
  EXPECT_EQ(step_of(place / "runs/large"), 1u);
}

// Ranks that are making the model cannot be asked to stop: all of them end at once.
class StartOverRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_launch()) GTEST_SKIP() << "there is no mpirun, or the program was built without MPI";
    place_.write("large.yaml", soup("24000", "output: {series: {every: 1}}\n"));
  }
  // Sends the signal to every rank, as schedulers do.
  Finished stop(const Words& words, int signal, const std::function<bool()>& has_begun) const {
    Process job(launched(place_, 2, words + Words{"--backend", "cpu", "--threads", "1"}));
    const std::vector<pid_t> ranks = ranks_of(job, 2);
    EXPECT_EQ(ranks.size(), 2u);
    await(job, has_begun);
    for (const pid_t rank : ranks) kill(rank, signal);
    return job.wait(std::chrono::seconds(30));
  }
  Workplace place_;
};

TEST_F(StartOverRanks, OfARunIsNotWaitedFor) {
  for (const int signal : {SIGTERM, SIGUSR1}) {
    const Finished stopped = stop({"run", "large.yaml"}, signal, [] { return true; });
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_EQ(stopped.out, "stopped before the first step; nothing was written\n") << stopped.err;
    EXPECT_FALSE(fs::exists(place_ / "runs/large"));
  }
}

TEST_F(StartOverRanks, OfTheRunsOfASweepIsNotWaitedFor) {
  const Finished stopped = stop({"sweep", "large.yaml", "--over", "initial.random.density=0.1,0.2"}, SIGTERM,
                                [&] { return fs::exists(place_ / "sweeps/large/journal"); });
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_EQ(stopped.out, "stopped: 0 of 2 runs are done; go on with: morula resume sweeps/large\n");
}

TEST(Start, OfTheRunsOfASweepIsNotWaitedFor) {
  const Workplace place;
  place.write("large.yaml", soup("24000", "output: {series: {every: 1}}\n"));
  Process process(place.command({"sweep", "large.yaml", "--over", "initial.random.density=0.1,0.2",
                                 "--backend", "cpu", "--threads", "1"}));
  await(process, [&] { return process.handles(SIGTERM) && fs::exists(place / "sweeps/large/journal"); });
  process.send(SIGTERM);
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0);
  EXPECT_EQ(stopped.out, "stopped: 0 of 2 runs are done; go on with: morula resume sweeps/large\n");
}

}  // namespace
}  // namespace morula::test
