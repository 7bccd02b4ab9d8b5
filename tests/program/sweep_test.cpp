// Sweeps that are killed, stopped, out of disk space or run in slices leave the same files, on any processor.
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <thread>

#include "io/csv_table.h"
#include "tests/program/processors.h"
#include "tests/program/sweeps.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

TEST_F(Sweep, KilledFiveTimesAtRandomMoments) {
  place_.must(words("whole"));
  const unsigned seed = std::random_device{}();
  std::printf("random moments from seed %u\n", seed);
  std::mt19937 random(seed);
  const auto draw = [&](int most) { return std::uniform_int_distribution<>(0, most)(random); };
  int killed = 0;
  for (int i = 0; i < 5; ++i) {
    const auto enough = journal_lines(place_ / "broken") + draw(30);
    Process process(place_.command(words("broken", {"--threads", std::to_string(1 + i % 3)})));
    while (process.running() && journal_lines(place_ / "broken") < enough)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(draw(5)));
    killed += process.running() ? 1 : 0;
    process.send(SIGKILL);
    process.wait();
  }
  EXPECT_GE(killed, 3);
  place_.must(words("broken"));
  EXPECT_TRUE(same_results(place_ / "broken", place_ / "whole"));
  place_.must(words("broken"));  // nothing is left to do
  EXPECT_TRUE(same_results(place_ / "broken", place_ / "whole"));
  EXPECT_EQ(results_of(place_ / "whole").count("figures/extinction-map.svg"), 1u);
  EXPECT_EQ(io::read_csv_table(place_ / "whole/runs.csv").rows(), 240u);
}

TEST_F(Sweep, InFourSlices) {
  place_.must(words("whole"));
  for (const char* task : {"2/4", "1/4", "4/4"}) place_.must(words("sliced", {"--task", task}));
  const Finished early = place_.morula({"sweep", "--gather", "sliced"});
  EXPECT_EQ(early.code, 2);
  EXPECT_EQ(early.err,
            "sliced: task 3/4 is not done: 60 of its 60 runs are missing; run it with --task 3/4\n");
  place_.must(words("sliced", {"--task", "3/4"}));
  place_.must({"sweep", "--gather", "sliced", "--quiet"});
  EXPECT_TRUE(same_results(place_ / "sliced", place_ / "whole"));
  place_.must(words("sliced"));  // as if it had been done at once
  EXPECT_TRUE(same_results(place_ / "sliced", place_ / "whole"));
}

TEST_F(Sweep, BySigintGoesOn) {
  place_.must(words("whole"));
  Process process(place_.command(words("stopped")));
  while (process.running() && !process.handles(SIGINT)) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  process.send(SIGINT);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  place_.must(words("stopped"));
  EXPECT_TRUE(same_results(place_ / "stopped", place_ / "whole"));
}

TEST_F(Sweep, OnADiskThatIsFull) {
  place_.must(words("whole"));
  for (const rlim_t bytes : {20'000u, 60'000u, 90'000u}) {
    Command limited = place_.command(words("limited"));
    limited.before_exec = [bytes] {
      const rlimit limit{bytes, bytes};
      setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Finished failed = Process(limited).wait();
    EXPECT_EQ(failed.code, 1);
    EXPECT_TRUE(failed.err.ends_with(": File too large\n")) << failed.err;
    EXPECT_FALSE(fs::exists(place_ / "limited/sweep.json"));
  }
  place_.must(words("limited"));
  EXPECT_TRUE(same_results(place_ / "limited", place_ / "whole"));
}

// After a power cut, the journal may list a run whose series has not been written.
TEST_F(Sweep, ARunWhoseSeriesIsGoneRunsAgain) {
  place_.must(few("whole", {"--keep", "series"}));
  place_.must(few("torn", {"--keep", "series"}));
  std::vector<fs::path> series;
  for (const auto& entry : fs::recursive_directory_iterator(place_ / "torn/runs"))
    if (entry.path().filename() == "series.csv") series.push_back(entry.path());
  ASSERT_EQ(series.size(), 4u);
  fs::remove(series[0]);
  fs::resize_file(series[1], fs::file_size(series[1]) / 2);
  place_.must(few("torn", {"--keep", "series"}));
  EXPECT_TRUE(same_results(place_ / "torn", place_ / "whole"));
}

class SweepOn : public OnBackend {};

// A device runs the replicas of a point in one batch; the rows of each replica stop when it ends.
TEST_P(SweepOn, HasTheSameRuns) {
  place_.write("species.yaml", swept_species);
  const Words sweep = {"sweep",      "species.yaml",
                       "--over",     "interaction.rates.mobility=0.1,0.5",
                       "--over",     "lattice.size=[12,12],[40,40]",
                       "--replicas", "5",
                       "--from",     "20",
                       "--quiet"};
  place_.must(sweep + Words{"--keep", "series", "--out", "cpu", "--backend", "cpu"});
  place_.must(sweep + Words{"--keep", "series", "--out", "there"} + options());
  EXPECT_TRUE(same_results(place_ / "cpu", place_ / "there"));
  const std::string runs = contents(place_ / "cpu/runs.csv");
  EXPECT_NE(runs.find(",halted,"), std::string::npos);
  EXPECT_NE(runs.find(",done,"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(On, SweepOn, every_backend(), name_of);

TEST_F(Sweep, AnyRunCanBeRepeatedAlone) {
  place_.must(few("small"));
  std::istringstream lines(contents(place_ / "small/commands.txt"));
  const std::string runs = contents(place_ / "small/runs.csv");
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string out = "alone" + std::to_string(count);
    line.replace(0, std::string("morula").size(), MORULA_PROGRAM);
    const Command command{.words = {"/bin/sh", "-c", line + " --quiet --out " + out}, .folder = place_ / ""};
    ASSERT_EQ(Process(command).wait().code, 0) << line;
    EXPECT_NE(runs.find(hash_of(place_ / out)), std::string::npos) << line;
  }
  EXPECT_EQ(count, 4);
  EXPECT_EQ(place_.must(few("listed", {"--list"})).out, contents(place_ / "small/commands.txt"));
}

TEST_F(Sweep, OfAFamilyWithoutReplicasHasASeedForEachRun) {
  place_.write("life.yaml",
               "model: automaton\nsteps: 20\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {random: {density: 0.3}}\noutput: {frames: {every: 10}}\n");
  place_.must({"sweep", "life.yaml", "--over", "automaton.rule=B3/S23,B36/S23", "--replicas", "3", "--keep",
               "frames,state", "--quiet"});
  const auto seeds = io::read_csv_table(place_ / "sweeps/life/runs.csv").numbers("seed");
  EXPECT_EQ(std::set<double>(seeds.begin(), seeds.end()).size(), 6u);
  const auto files = files_of(place_ / "sweeps/life");
  EXPECT_EQ(std::ranges::count_if(files, [](const auto& f) { return f.first.ends_with("000000020.png"); }),
            6);
  EXPECT_EQ(std::ranges::count_if(files, [](const auto& f) { return f.first.ends_with("000000020.h5"); }), 6);
}

TEST_F(Sweep, FailuresOfASliceAreTheSamePointsInALargerSweep) {
  place_.write(
      "doubling.pli",
      "@model<membrane_division>\ndef main() {\n  @mu = []'0;\n  @ms(0) = a;\n  [a --> a, a]'0;\n}\n");
  place_.write("doubling.yaml", "model: membrane\nsteps: 10\nmembrane: {file: doubling.pli}\n");
  const auto slice = [](const std::string& steps, const std::string& task) {
    return Words{"sweep", "doubling.yaml", "--over", "steps=" + steps, "--task", task, "--quiet"};
  };
  EXPECT_EQ(place_.morula(slice("70,20", "1/2")).code, 1);
  place_.must(slice("5,10,70,20", "2/2"));
  EXPECT_EQ(place_.morula(slice("5,10,70,20", "1/2")).code, 1);
  const Finished gathered = place_.morula({"sweep", "--gather", "sweeps/doubling", "--quiet"});
  EXPECT_EQ(gathered.code, 1);
  EXPECT_NE(gathered.err.find("point 3, replica 0 failed: "), std::string::npos) << gathered.err;
  EXPECT_NE(gathered.err.find("1 of 4 runs failed"), std::string::npos) << gathered.err;
}

TEST_F(Sweep, ListsTheRunsOfATask) {
  const std::string first = place_.must(few("listed", {"--list", "--task", "1/2"})).out,
                    second = place_.must(few("listed", {"--list", "--task", "2/2"})).out;
  EXPECT_EQ(std::ranges::count(first, '\n'), 2);
  EXPECT_EQ(std::ranges::count(second, '\n'), 2);
  EXPECT_NE(first, second);
}

// The number of objects doubles in every step: it overflows after 64 steps.
TEST_F(Sweep, ListsWhatFailsAndGoesOn) {
  place_.write(
      "doubling.pli",
      "@model<membrane_division>\ndef main() {\n  @mu = []'0;\n  @ms(0) = a;\n  [a --> a, a]'0;\n}\n");
  place_.write("doubling.yaml", "model: membrane\nsteps: 10\nmembrane: {file: doubling.pli}\n");
  const Words sweep = {"sweep", "doubling.yaml", "--over", "steps=10,70,20", "--quiet"};
  const Finished failed = place_.morula(sweep);
  EXPECT_EQ(failed.code, 1);
  EXPECT_NE(failed.err.find("point 2, replica 0 failed: "), std::string::npos) << failed.err;
  EXPECT_NE(failed.err.find("1 of 3 runs failed"), std::string::npos) << failed.err;
  const std::string runs = contents(place_ / "sweeps/doubling/runs.csv");
  EXPECT_NE(runs.find(",failed,"), std::string::npos);
  EXPECT_EQ(std::ranges::count(runs, '\n'), 4);
  EXPECT_EQ(io::Json::parse(contents(place_ / "sweeps/doubling/sweep.json")).at("failed").size(), 1u);
  const Finished fast = place_.morula(sweep + Words{"--fail-fast", "--threads", "1", "--out", "fast"});
  EXPECT_EQ(fast.code, 1);
  EXPECT_FALSE(fs::exists(place_ / "fast/sweep.json"));
}

TEST_F(Sweep, CanBeChecked) {
  EXPECT_EQ(place_.must({"check", "mobility.yaml"}).out,
            "mobility.yaml: a sweep of species.yaml, design grid, 12 points, 240 runs\n");
}

// The quantity that a sweep compares is named by check, by the sweep and in its report.
TEST_F(Sweep, OfNormalisedRatesTellsItsTimes) {
  const Words words = {"--set", "interaction.normalise=true", "--set", "interaction.until=extinction"};
  place_.write("rates.yaml",
               "sweep: {model: species.yaml, over: {interaction.rates.mobility: [0.5, 3.5]}}\n");
  const std::string divisors =
      "rates.yaml: rates are normalised: they are divided by 1 (point 1) to 4 (point 2), so that a unit of "
      "time is as many steps\n";
  const std::string remarks = place_.must(Words{"check", "rates.yaml"} + words).err;
  EXPECT_TRUE(remarks.starts_with(divisors + "rates.yaml: points are compared at different times: "))
      << remarks;
  const Finished run =
      place_.must(Words{"sweep", "rates.yaml", "--backend", "cpu", "--out", "rates"} + words);
  EXPECT_NE(run.err.find(remarks), std::string::npos) << run.err;
  place_.must({"report", "rates"});
  const std::string page = contents(place_ / "rates/report.html");
  EXPECT_NE(page.find("points are compared at different times"), std::string::npos);
  EXPECT_LT(page.find(">extinction</h2>"), page.find(">blue_mean</h2>"));
  EXPECT_TRUE(fs::exists(place_ / "rates/figures/time.svg"));
}

TEST_F(Sweep, CanBeReported) {
  place_.must(few("small"));
  place_.must({"report", "small"});
  const std::string page = contents(place_ / "small/report.html");
  EXPECT_NE(page.find("runs.csv"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace morula::test
