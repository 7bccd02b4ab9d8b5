// Ranks that a launcher starts: transport and versions. A program that is started without a launcher does not
// use MPI.
#include <gtest/gtest.h>

#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "tests/program/launcher.h"

namespace morula::test {
namespace {

class Mpi : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_launch()) GTEST_SKIP() << "there is no mpirun, or the program was built without MPI";
  }
  Finished checks(const Words& words) const { return Process(mpirun(place, words)).wait(); }

  const std::string program = std::filesystem::path(MORULA_PROGRAM).parent_path() / "mpi_checks";
  Workplace place;
};

TEST_F(Mpi, RanksExchangeWhatTheyPromise) {
  for (const int ranks : {2, 5}) {
    const Finished end = checks({"-n", std::to_string(ranks), program});
    EXPECT_EQ(end.code, 0) << end.err;
    EXPECT_EQ(end.out, std::to_string(ranks) + " ranks agree\n");
  }
}

TEST_F(Mpi, LongMessagesAreCut) {
  const Finished end = checks({"-x", "MORULA_MPI_LARGEST_MESSAGE=1000", "-n", "3", program, "10001"});
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_EQ(end.out, "3 ranks agree\n");
}

TEST_F(Mpi, RanksOfDifferentVersionsAreRefused) {
  const Finished end = checks({"-n", "2", program, "10", "1.1", ":", "-n", "1", program, "10", "1.2"});
  EXPECT_EQ(end.code, 2);
  const std::size_t message = end.err.find("morula: rank 2 on ");
  ASSERT_NE(message, std::string::npos) << end.err;
  EXPECT_NE(end.err.find("is version 1.2, rank 0 on "), std::string::npos) << end.err;
  EXPECT_EQ(end.err.find("morula: rank", message + 1), std::string::npos) << "and once: " << end.err;
}

// A batch of species that writes every kind of file that it can.
class RunOverRanks : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    place.write("batch.yaml", R"(model: interaction
seed: 9
steps: 2000
replicas: 5
lattice: {size: [50, 60]}
interaction: {species: 3, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25},
              observe: [densities, extinction]}
initial: {fractions: equal}
output: {series: {every: 70}, frames: {every: 700}, state: {every: 1100}}
checkpoint: {every: 60}
)");
  }
  Command over(int ranks, const Words& words) const {
    return launched(place, ranks, words + Words{"--backend", "cpu", "--threads", "1"});
  }
  Finished run_over(int ranks, const Words& words) const { return Process(over(ranks, words)).wait(); }
  void run_alone(const Words& extra = {}) const {
    place.must(Words{"run", "batch.yaml", "--out", "alone", "--quiet", "--backend", "cpu"} + extra);
  }
  void expect_as_alone(const std::string& out) const {
    EXPECT_TRUE(same_files(place / out, place / "alone"));
    EXPECT_EQ(hash_of(place / out), hash_of(place / "alone"));
    EXPECT_EQ(manifest_of(place / out).at("replica_hashes"),
              manifest_of(place / "alone").at("replica_hashes"));
  }
};

TEST_F(RunOverRanks, HasTheSameFiles) {
  run_alone();
  const Finished end = run_over(3, {"run", "batch.yaml", "--out", "over", "--quiet"});
  EXPECT_EQ(end.code, 0) << end.err;
  expect_as_alone("over");
}

// Changes in the model file, in a batch of replicas and in one lattice that is divided among ranks.
TEST_F(RunOverRanks, MakesChanges) {
  const std::string changes =
      "changes=[{at: 100, set: {interaction.rates.mobility: 0.3}}, {at: 250, sites: {box: {from: [3, 4], "
      "to: [22, 33]}}, to: 1}, {at: 400, set: {interaction.rates.predation: 0.2}}]";
  for (const std::string replicas : {"5", "1"}) {
    const Words set{"--set", changes, "--set", "replicas=" + replicas, "--steps", "500", "--force"};
    run_alone(set);
    const Finished end = run_over(2, Words{"run", "batch.yaml", "--out", "over", "--quiet"} + set);
    EXPECT_EQ(end.code, 0) << end.err;
    EXPECT_TRUE(same_files(place / "over", place / "alone")) << replicas << " replicas";
    EXPECT_EQ(hash_of(place / "over"), hash_of(place / "alone")) << replicas << " replicas";
  }
}

// One lattice, divided among ranks into slabs.
TEST_F(RunOverRanks, DividesALattice) {
  place.write("life.yaml", R"(model: automaton
steps: 200
lattice: {size: [210, 101]}
automaton: {rule: B3/S23}
initial: {random: {density: 0.3}}
output: {series: {every: 20}, frames: {every: 100}, state: {every: 150}}
)");
  place.must({"run", "life.yaml", "--out", "alone", "--quiet", "--backend", "cpu"});
  const Finished end = run_over(3, {"run", "life.yaml", "--out", "over", "--quiet"});
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_TRUE(same_files(place / "over", place / "alone"));
  EXPECT_EQ(hash_of(place / "over"), hash_of(place / "alone"));
}

// One run with another MPI than in all other tests.
TEST(Mpich, GivesTheSameAnswer) {
#ifdef MORULA_MPICH_MPIRUN
  const Workplace place;
  place.write("life.yaml", R"(model: automaton
steps: 60
lattice: {size: [70, 41]}
automaton: {rule: B3/S23}
initial: {random: {density: 0.3}}
output: {series: {every: 20}, state: {every: 50}}
)");
  place.must({"run", "life.yaml", "--out", "alone", "--quiet", "--backend", "cpu"});
  Command command = place.command({});
  command.words = {
      MORULA_MPICH_MPIRUN, "-n",        "3",   MORULA_PROGRAM, "run", "life.yaml", "--out", "over",
      "--quiet",           "--backend", "cpu", "--threads",    "1"};
  command.before_exec = [] { setenv("MORULA_MPI_MODULE", MORULA_MPICH_MODULE, 1); };
  const Finished end = Process(command).wait();
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_TRUE(same_files(place / "over", place / "alone"));
  EXPECT_EQ(hash_of(place / "over"), hash_of(place / "alone"));
#else
  GTEST_SKIP() << "there is no MPICH (Debian: mpich and libmpich-dev)";
#endif
}

// The launcher ends the other ranks; resume continues from the last checkpoint, on any number of ranks.
TEST_F(RunOverRanks, GoesOnAfterTwentyKillsOfARandomRank) {
  const Words steps = {"--steps", "8000", "--set", "checkpoint.every=400"};
  run_alone(steps);
  const unsigned seed = std::random_device{}();
  std::printf("random moments from seed %u\n", seed);
  std::mt19937 random(seed);
  const auto draw = [&](int most) { return std::uniform_int_distribution<>(0, most)(random); };
  int killed = 0;
  for (int i = 0; i < 20; ++i) {
    const int ranks = 2 + i % 3;
    const bool begun = std::filesystem::exists(place / "over");
    Process job(
        over(ranks, begun ? Words{"resume", "over"} : Words{"run", "batch.yaml", "--out", "over"} + steps));
    const std::vector<pid_t> processes = ranks_of(job, ranks);
    if (processes.empty()) break;  // the run was done before
    std::this_thread::sleep_for(std::chrono::milliseconds(draw(50)));
    kill(processes[static_cast<std::size_t>(draw(ranks - 1))], SIGKILL);
    if (job.wait().code == 0) break;  // the run was done before
    ++killed;
  }
  EXPECT_GE(killed, 10);
  const Finished end = run_over(4, {"resume", "over"});
  EXPECT_EQ(end.code, 0) << end.err;
  expect_as_alone("over");
}

// This works even if a batch script ignores the signal, so that the signal ends only the job's programs.
TEST_F(RunOverRanks, StopsBySigusr1WithACheckpoint) {
  Command command =
      over(3, {"run", "batch.yaml", "--out", "over", "--steps", "1e12", "--set", "checkpoint.every=900"});
  command.before_exec = [before = command.before_exec] {
    before();
    signal(SIGUSR1, SIG_IGN);
  };
  Process job(command);
  const std::vector<pid_t> ranks = ranks_of(job, 3);
  ASSERT_EQ(ranks.size(), 3u);
  while (job.running() && step_of(place / "over") == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (const pid_t rank : ranks) kill(rank, SIGUSR1);  // mpirun may lose a signal that it should pass on
  const Finished stopped = job.wait();
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_NE(stopped.out.find("go on with: morula resume over"), std::string::npos) << stopped.out;
  EXPECT_EQ(manifest_of(place / "over").at("status"), "stopped");
}

TEST_F(RunOverRanks, WrongInputIsToldOnceByRankZero) {
  const auto first_line = [](const Finished& end) { return end.err.substr(0, end.err.find('\n')); };
  const Finished wrong = run_over(3, {"run", "batch.yaml", "--set", "seed=-1"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(first_line(wrong).find("seed"), std::string::npos) << wrong.err;
  EXPECT_EQ(wrong.err.find("seed", first_line(wrong).size()), std::string::npos) << wrong.err;
  const Finished many =
      run_over(6, {"run", "batch.yaml", "--quiet", "--set", "interaction.order=sequential"});
  EXPECT_EQ(many.code, 2);
  EXPECT_EQ(first_line(many),
            "replicas: are 5, which can be shared out among at most 5 ranks, not 6; start fewer");
  EXPECT_FALSE(std::filesystem::exists(place / "runs"));
}

TEST_F(RunOverRanks, ALatticeLargerThanMemoryIsWrongInput) {
  place.write("life.yaml",
              "model: automaton\nsteps: 2\nlattice: {size: [4e6, 4e6]}\nautomaton: {rule: B3/S23}\n"
              "initial: {random: {density: 0.3}}\n");
  const Finished refused = run_over(3, {"run", "life.yaml", "--out", "over", "--quiet"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.starts_with("life.yaml:3:17: lattice.size: needs ")) << refused.err;
  EXPECT_EQ(refused.err.find("lattice.size", refused.err.find('\n')), std::string::npos) << refused.err;
  EXPECT_EQ(refused.err.find("MPI_ABORT"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(place / "over"));
}

// Rank 0 finds the error when the other ranks already hold their parts of the model.
TEST_F(RunOverRanks, WhatAModelCannotStartFromIsWrongInput) {
  const auto expect_refused = [](const Finished& end, const std::string& why) {
    EXPECT_EQ(end.code, 2) << end.err;
    EXPECT_NE(end.err.find(why), std::string::npos) << end.err;
    EXPECT_EQ(end.err.find(why, end.err.find(why) + 1), std::string::npos) << end.err;
    EXPECT_EQ(end.err.find("MPI_ABORT"), std::string::npos) << end.err;
  };
  const auto damage = [&](const std::string& file) {
    std::string bytes = contents(place / file);
    for (std::size_t i = bytes.size() / 2; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(bytes[i] ^ 0x55);
    place.write(file, bytes);
  };
  run_alone({"--steps", "50"});
  expect_refused(run_over(3, {"resume", "alone", "--steps", "20"}), "is at step 50 already");
  place.must({"run", "batch.yaml", "--out", "one", "--quiet", "--backend", "cpu", "--steps", "50", "--set",
              "replicas=1"});
  expect_refused(run_over(2, {"resume", "one", "--steps", "20"}), "is at step 50 already");
  for (const std::string run : {"alone", "one"}) damage(run + "/checkpoint.h5");
  expect_refused(run_over(3, {"run", "batch.yaml", "--set", "initial={run: alone}"}), "alone/checkpoint.h5");
  expect_refused(run_over(2, {"run", "batch.yaml", "--set", "initial={run: one}", "--set", "replicas=1"}),
                 "one/checkpoint.h5");
  EXPECT_FALSE(std::filesystem::exists(place / "runs"));
}

TEST_F(RunOverRanks, AFailureSaysWhereAndEndsAll) {
  Process job(over(3, {"run", "batch.yaml", "--out", "over", "--steps", "2000000"}));
  ASSERT_EQ(ranks_of(job, 3).size(), 3u);
  while (job.running() && !std::filesystem::exists(place / "over/checkpoint.h5")) std::this_thread::yield();
  std::filesystem::rename(place / "over", place / "elsewhere");
  const Finished end = job.wait();
  EXPECT_EQ(end.code, 1) << end.err;
  const std::size_t message = end.err.find("morula: rank 0 on ");
  ASSERT_NE(message, std::string::npos) << end.err;
  EXPECT_NE(end.err.find("No such file or directory\n", message), std::string::npos) << end.err;
}

TEST(Plainly, TheProgramDoesNotLoadMpi) {
  const Workplace place;
  place.write("life.yaml",
              "model: automaton\nsteps: 2\nlattice: {size: [32, 32]}\nautomaton: {rule: B3/S23}\n"
              "initial: {random: {density: 0.3}}\n");
  Command command = place.command({"run", "life.yaml", "--backend", "cpu"});
  command.before_exec = [] { setenv("LD_DEBUG", "files", 1); };
  const Finished end = Process(command).wait();
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.err.find("libhdf5"), std::string::npos) << "libraries are told";
  for (const char* library : {"libmorula_mpi", "libmpi."})
    EXPECT_EQ(end.err.find(library), std::string::npos) << library;
}

}  // namespace
}  // namespace morula::test
