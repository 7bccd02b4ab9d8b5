// Sweeps over the processes of mpirun write the same files as those of one process.
#include <signal.h>

#include <thread>

#include "tests/program/launcher.h"
#include "tests/program/sweeps.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// Rank 0 distributes the runs.
class SweepOverRanks : public Sweep {
 protected:
  void SetUp() override {
    if (!can_launch()) GTEST_SKIP() << "there is no mpirun, or the program was built without MPI";
  }
  // Only few runs keep files, since files of runs are synced to disk.
  static Words over(const std::string& out, const Words& extra) {
    return Words{"sweep",   "species.yaml", "--over", "interaction.rates.mobility=0.1,0.3,0.5",
                 "--quiet", "--backend",    "cpu",    "--out",
                 out} +
           extra;
  }
};

TEST_F(SweepOverRanks, HasTheSameFiles) {
  const Words kept = {"--replicas", "4", "--keep", "series", "--from", "50"};
  place_.must(over("whole", kept));
  const Finished end = Process(launched(place_, 3, over("ranks", kept))).wait();
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_TRUE(same_results(place_ / "ranks", place_ / "whole"));
}

// The launcher ends the other ranks. The same command continues the sweep, on any number of ranks.
TEST_F(SweepOverRanks, GoesOnAfterARankWasKilledOrAskedToStop) {
  const Words longer = {"--set",      "steps=10000", "--set",     "lattice.size=[128,128]",
                        "--replicas", "4",           "--threads", "1"};
  place_.must(over("whole", longer));
  for (const int signal : {SIGKILL, SIGUSR1}) {
    const auto done_before = journal_lines(place_ / "broken");
    Process job(launched(place_, 3, over("broken", longer)));
    const std::vector<pid_t> ranks = ranks_of(job, 3);
    ASSERT_EQ(ranks.size(), 3u);
    // One of twelve runs is done, so that the sweep is not about to end.
    while (job.running() && journal_lines(place_ / "broken") == done_before)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (signal == SIGKILL) kill(ranks[1], SIGKILL);
    // Sent to the processes of the job, as schedulers do: mpirun may lose a signal that it should pass on.
    if (signal == SIGUSR1)
      for (const pid_t rank : ranks) kill(rank, SIGUSR1);
    const Finished end = job.wait();
    EXPECT_EQ(end.code == 0, signal == SIGUSR1) << end.err;
    EXPECT_FALSE(fs::exists(place_ / "broken/sweep.json"));
  }
  const Finished end = Process(launched(place_, 2, over("broken", longer))).wait();
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_TRUE(same_results(place_ / "broken", place_ / "whole"));
}

TEST_F(SweepOverRanks, WrongInputIsToldOnce) {
  const Finished end = Process(launched(place_, 3, {"sweep", "missing.yaml"})).wait();
  EXPECT_EQ(end.code, 2);
  EXPECT_EQ(end.err.substr(0, end.err.find('\n')), "missing.yaml: No such file or directory");
  EXPECT_EQ(end.err.find("missing.yaml", 1), std::string::npos) << end.err;
}

}  // namespace
}  // namespace morula::test
