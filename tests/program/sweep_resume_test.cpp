// A sweep that was stopped can be resumed from its folder alone, and can be reported before that.
#include <signal.h>

#include <algorithm>
#include <thread>

#include "tests/program/sweeps.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class StoppedSweep : public Sweep {
 protected:
  // Stops the sweep when some, but not all, of its runs are done.
  Finished stop(const Words& arguments, const fs::path& folder) const {
    Process process(place_.command(arguments));
    const auto before = journal_lines(folder);
    while (process.running() && journal_lines(folder) < before + 3)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    process.send(SIGTERM);
    Finished finished = process.wait(std::chrono::seconds(60));
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished;
  }
};

TEST_F(StoppedSweep, IsReportedAndResumedByItsFolder) {
  place_.must(words("whole"));
  Words spoken = words("part");
  std::erase(spoken, "--quiet");
  const Finished stopped = stop(spoken, place_ / "part");
  EXPECT_TRUE(stopped.out.starts_with("stopped: ") &&
              stopped.out.ends_with(" of 240 runs are done; go on with: morula resume part\n"))
      << stopped.out;
  for (const char* name : {"runs.csv", "summary.csv", "sweep.json", "figures"})
    EXPECT_FALSE(fs::exists(place_ / "part" / name)) << name;

  place_.must({"report", "part"});
  const std::string page = contents(place_ / "part/report.html");
  EXPECT_NE(page.find("The sweep was stopped: "), std::string::npos);
  EXPECT_NE(page.find("missing"), std::string::npos);
  EXPECT_FALSE(fs::exists(place_ / "part/runs.csv")) << "not all runs are done";
  fs::remove(place_ / "part/report.html");

  for (const char* name : {"species.yaml", "mobility.yaml"}) fs::remove(place_ / name);
  place_.must({"resume", "part", "--quiet", "--backend", "cpu"});
  EXPECT_TRUE(same_results(place_ / "part", place_ / "whole"));
}

TEST_F(StoppedSweep, OfAModelFileIsResumedElsewhereWithItsOptionsAndFiles) {
  place_.write("glider.rle", "x = 3, y = 3\nbo$2bo$3o!\n");
  place_.write("block.rle", "x = 2, y = 2\n2o$2o!\n");
  place_.write("life.yaml",
               "model: automaton\nsteps: 8\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {pattern: {file: glider.rle, at: [5, 5]}}\n");
  place_.must({"sweep", "life.yaml", "--over", "initial.pattern.file=glider.rle,block.rle", "--steps", "5",
               "--seed", "4", "--quiet", "--out", "out", "--backend", "cpu"});
  const std::string runs = contents(place_ / "out/runs.csv");
  const Workplace colleague;
  fs::rename(place_ / "out", colleague / "sent");
  for (const char* name : {"journal", "runs.csv", "sweep.json"}) fs::remove(colleague / "sent" / name);
  colleague.must({"resume", "sent", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(contents(colleague / "sent/runs.csv"), runs);
  colleague.must({"sweep", "sent/source/life.sweep.yaml", "--out", "again", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(contents(colleague / "again/runs.csv"), runs);
  colleague.must({"sweep", "sent/source/life.sweep.yaml", "--out", "sliced", "--quiet", "--task", "1/2"});
  const Finished slice = colleague.morula({"resume", "sliced/tasks/1-of-2"});
  EXPECT_EQ(slice.code, 2);
  EXPECT_NE(slice.err.find("is a slice of a sweep"), std::string::npos) << slice.err;
  const Finished refused = colleague.morula({"resume", "sent", "--steps", "9"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("--steps: is for runs"), std::string::npos) << refused.err;
}

// The model file and the swept values name files by absolute paths, which do not exist on another computer.
TEST_F(StoppedSweep, KeepsFilesWithAbsoluteNames) {
  place_.write("glider.rle", "x = 3, y = 3\nbo$2bo$3o!\n");
  place_.write("block.rle", "x = 2, y = 2\n2o$2o!\n");
  place_.write("life.yaml",
               "model: automaton\nsteps: 5\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial:\n  pattern: {file: " +
                   (place_ / "glider.rle").string() + ", at: [5, 5]}\n");
  const std::string over =
      "initial.pattern.file=" + (place_ / "glider.rle").string() + ',' + (place_ / "block.rle").string();
  place_.must({"sweep", "life.yaml", "--over", over, "--quiet", "--out", "swept", "--backend", "cpu"});
  place_.must({"sweep", "life.yaml", "--over", "automaton.rule=B3/S23,B36/S23", "--quiet", "--out", "named",
               "--backend", "cpu"});
  const Workplace colleague;
  for (const std::string name : {"swept", "named"}) {
    const std::string runs = contents(place_ / name / "runs.csv");
    fs::copy(place_ / name, colleague / name, fs::copy_options::recursive);
    for (const char* file : {"journal", "runs.csv", "sweep.json"}) fs::remove(colleague / name / file);
    for (const char* file : {"glider.rle", "block.rle"})
      if (fs::exists(place_ / file)) fs::rename(place_ / file, place_ / (std::string("gone-") + file));
    colleague.must({"resume", name, "--quiet", "--backend", "cpu"});
    EXPECT_EQ(contents(colleague / name / "runs.csv"), runs);
    colleague.must(
        {"sweep", name + "/source/life.sweep.yaml", "--out", name + "-again", "--quiet", "--backend", "cpu"});
    EXPECT_EQ(contents(colleague / (name + "-again/runs.csv")), runs);
  }
  const fs::path kept = colleague / "swept/source/absolute" / (place_ / "glider.rle").relative_path();
  ASSERT_TRUE(fs::exists(kept)) << kept;
  colleague.write(kept.string(), "x = 3, y = 1\n3o!\n");
  const Finished changed = colleague.morula({"resume", "swept", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("a file that the model names has changed"), std::string::npos) << changed.err;
}

TEST_F(StoppedSweep, KeepsFilesThatFilesWithAbsoluteNamesInclude) {
  place_.write("common.pli", "def rules(n) { [a --> a*n]'c; }\n");
  place_.write("main.pli",
               "@include \"common.pli\"\ndef main() { @mu = [[]'c]'s; @ms(c) = a; call rules(2); }\n");
  place_.write("system.yaml", "model: membrane\nsteps: 4\nmembrane: {file: " +
                                  (place_ / "main.pli").string() + "}\noutput: {series: {every: 1}}\n");
  place_.must({"sweep", "system.yaml", "--over", "steps=3,5", "--quiet", "--out", "out", "--backend", "cpu"});
  const Workplace colleague;
  fs::rename(place_ / "out", colleague / "out");
  for (const char* file : {"common.pli", "main.pli"}) fs::remove(place_ / file);
  const std::string runs = contents(colleague / "out/runs.csv");
  for (const char* file : {"journal", "runs.csv", "sweep.json"}) fs::remove(colleague / "out" / file);
  colleague.must({"resume", "out", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(contents(colleague / "out/runs.csv"), runs);
}

TEST_F(StoppedSweep, ThatWasExtendedLeavesNoOldTables) {
  place_.must(few("grown"));
  ASSERT_TRUE(fs::exists(place_ / "grown/runs.csv"));
  Words larger = few("grown");
  *(std::ranges::find(larger, "--replicas") + 1) = "4000";
  stop(larger, place_ / "grown");
  for (const char* name : {"runs.csv", "summary.csv", "commands.txt", "sweep.json", "figures"})
    EXPECT_FALSE(fs::exists(place_ / "grown" / name)) << name;
}

}  // namespace
}  // namespace morula::test
