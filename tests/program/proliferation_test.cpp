// Dividing cells from the user's side: the same files from every processor, the messages, and what is
// refused.
#include <fmt/format.h>
#include <sys/stat.h>

#include "io/json.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string outputs =
    "output: {histogram: true, generations: {every: 7}, series: {every: 3}, state: {every: 5}}\n";

struct Population {
  std::string name, keys;  // of the section
};
void PrintTo(const Population& of, std::ostream* out) { *out << of.name; }

class OfPopulation : public testing::TestWithParam<Population> {};

// Compares every file, byte by byte: histogram.csv, generations.csv, score.json, histogram.svg, series.csv
// and the states.
TEST_P(OfPopulation, EveryProcessorLeavesTheSameFiles) {
  const Workplace place;
  place.write("cells.yaml", "model: proliferation\nseed: 11\nproliferation:\n" + GetParam().keys + outputs +
                                "checkpoint: {every: 4}\n");
  place.write("later.txt", "20 50\n100 80\n");
  const std::vector<Processor> processors = every_processor();
  for (const Processor& processor : processors) {
    place.must(Words{"run", "cells.yaml", "--quiet", "--out", processor.name} + processor.options);
    EXPECT_EQ(hash_of(place / processor.name), hash_of(place / processors.front().name)) << processor.name;
    EXPECT_TRUE(same_files(place / processor.name, place / processors.front().name));
  }
  for (const char* name : {"histogram.csv", "generations.csv", "score.json", "histogram.svg", "series.csv"})
    EXPECT_TRUE(fs::exists(place / processors.front().name / name)) << name;
}

const std::string bins =
    "  population: [[-3, 40], [12, 70], [37.5, 611], [100, 97], [640, 233], [1000.5, 70]]\n";

INSTANTIATE_TEST_SUITE_P(
    Every, OfPopulation,
    testing::Values(
        Population{"ThreeTypes", bins + "  until: 100\n  minimum_fluorescence: 8\n  batch: 77\n  types:\n"
                                        "    - {name: quiescent, proportion: 0.2}\n"
                                        "    - {name: slow, proportion: 0.3, division: {mean: 40, sd: 25}}\n"
                                        "    - {name: fast, proportion: 0.5, division: {mean: 22, sd: 6}}\n"
                                        "  target: [[10, 100], [40, 300], [200, 90]]\n"},
        Population{
            "Dying",
            bins + "  until: 100\n  minimum_fluorescence: 14\n  background: 12.5\n  dye_share: 0.4\n"
                   "  start: aged\n  siblings: 0.5\n  batch: 64\n  types:\n"
                   "    - {name: a, proportion: 0.5, division: {distribution: log-normal, mean: 20, sd: 9},"
                   " death: {rate: 0.01}}\n"
                   "    - {name: b, proportion: 0.5, division: {distribution: gamma, mean: 25, sd: 10},"
                   " death: {distribution: erlang, mean: 50, sd: 20}}\n"
                   "  target: {file: later.txt, bins: 37, from: 5, to: 2000}\n"}),
    [](const auto& of) { return of.param.name; });

class DividingCells : public testing::Test {
 protected:
  void SetUp() override {
    place_.write("before.txt", "100 400\n200 600\n");
    place_.write("later.txt", "50 900\n100 300\n");
    place_.write("cells.yaml",
                 "model: proliferation\nproliferation:\n  population: before.txt\n  until: 60\n"
                 "  minimum_fluorescence: 5\n  batch: 100\n"
                 "  types: [{name: all, proportion: 1, division: {mean: 20, sd: 5}}]\n  target: later.txt\n" +
                     outputs);
  }
  void run(const std::string& out, const Words& extra) const {
    place_.must(Words{"run", "cells.yaml", "--out", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Finished resume(const std::string& out, const Words& extra) const {
    return place_.morula(Words{"resume", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Workplace place_;
};

// 60 days are 1440 hours, and each cell divides once a day.
TEST_F(DividingCells, ThatHaveAllFadedAreToldOf) {
  const std::string remark =
      "out: no cell is left at 1440: all have died or their dye has faded below minimum_fluorescence; is "
      "'until' in the same unit as the times of division and death?\n";
  const Words far = {"--set", "proliferation.until=1440", "--backend", "cpu"};
  EXPECT_EQ(place_.must(Words{"run", "cells.yaml", "--out", "out"} + far).err, remark);
  EXPECT_EQ(manifest_of(place_ / "out").at("remarks").size(), 1u);
  const Words means = {"--set", "proliferation.method=expectation", "--force"};
  EXPECT_EQ(place_.must(Words{"run", "cells.yaml", "--out", "out"} + far + means).err, remark);
  EXPECT_EQ(place_.must({"run", "cells.yaml", "--out", "near", "--backend", "cpu"}).err, "");
}

TEST_F(DividingCells, TheSummaryNamesEveryFileAndHowNearTheTargetIs) {
  const std::string summary = place_.must({"run", "cells.yaml", "--backend", "cpu", "--out", "out"}).out;
  const double distance = io::Json::parse(contents(place_ / "out/score.json")).at("hellinger").get<double>();
  EXPECT_GT(distance, 0);
  EXPECT_NE(summary.find("\nHellinger distance to the target " + fmt::format("{:.4g}", distance) + "\n"),
            std::string::npos)
      << summary;
  EXPECT_TRUE(
      summary.ends_with("\nin out/: manifest.json series.csv state/ generations.csv generations.svg "
                        "histogram.csv histogram.svg score.json checkpoint.h5\n"))
      << summary << "there must be no series.svg, in which batches of initial cells would look like growth";
}

TEST_F(DividingCells, StatesHaveNoPictureOfALattice) {
  run("out", {});
  EXPECT_TRUE(fs::exists(place_ / "out/state/000000005.h5"));
  for (const char* name : {"000000005.xdmf", "all.xdmf"})
    EXPECT_FALSE(fs::exists(place_ / "out/state" / name)) << name;
}

TEST_F(DividingCells, WithoutATargetNothingIsScored) {
  place_.write(
      "alone.yaml",
      "model: proliferation\nproliferation: {population: before.txt, until: 60, minimum_fluorescence: 5, "
      "types: [{name: all, proportion: 1}]}\noutput: {histogram: true}\n");
  const std::string summary = place_.must({"run", "alone.yaml", "--backend", "cpu"}).out;
  EXPECT_EQ(summary.find("Hellinger"), std::string::npos) << summary;
  EXPECT_TRUE(
      summary.ends_with("\nin runs/alone/: manifest.json histogram.csv histogram.svg checkpoint.h5\n"))
      << summary;
  EXPECT_EQ(contents(place_ / "runs/alone/histogram.csv"),
            "fluorescence,count,all\n100,400,400\n200,600,600\n");
}

TEST_F(DividingCells, CheckTellsBatchesAndWhatTheyNeed) {
  const std::string simulated = place_.must({"check", "cells.yaml"}).out;
  EXPECT_TRUE(simulated.starts_with("cells.yaml: proliferation, 10 steps, seed 1; needs ")) << simulated;
  EXPECT_TRUE(simulated.ends_with(" on a device\n")) << simulated;
  const std::string expected =
      place_.must({"check", "cells.yaml", "--set", "proliferation.method=expectation"}).out;
  EXPECT_TRUE(expected.starts_with("cells.yaml: proliferation, 10 steps, seed 1; needs "))
      << expected << "states at 0, 7, 14, … 56 and 60, of one type";
  EXPECT_TRUE(expected.ends_with(" on the CPU\n")) << expected;
}

TEST_F(DividingCells, SetTakesTheModelFilesPlace) {
  run("short", {"--set", "proliferation.until=0.001"});
  EXPECT_TRUE(contents(place_ / "short/histogram.csv").ends_with("\n100,400,400\n200,600,600\n"))
      << "no cell divides so soon";
  run("whole", {"--set", "proliferation.types=[{name: x, proportion: 1, division: {mean: 9, sd: 1}}]"});
  EXPECT_TRUE(contents(place_ / "whole/histogram.csv").starts_with("fluorescence,count,x\n6.25,"));
}

TEST_F(DividingCells, ResultsComeWithTheLastBatch) {
  const Finished part =
      place_.must({"run", "cells.yaml", "--out", "out", "--steps", "4", "--backend", "cpu"});
  EXPECT_FALSE(fs::exists(place_ / "out/histogram.csv") || fs::exists(place_ / "out/score.json"));
  EXPECT_TRUE(part.out.starts_with("stopped at step 4 ")) << part.out;
  EXPECT_TRUE(part.out.ends_with("go on with: morula resume out --steps 10\n")) << part.out;
  EXPECT_EQ(
      part.err,
      "out: 4 of 10 steps are done (each is a batch of initial cells, not a time), so the result is not "
      "complete: histogram.csv, generations.csv, score.json will be written after the last step; go on "
      "with --steps 10, or leave 'steps' out\n");
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "stopped");
  EXPECT_EQ(resume("out", {"--steps", "10"}).code, 0);
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "done");
  EXPECT_FALSE(manifest_of(place_ / "out").contains("whole_steps"));
  run("whole", {"--steps", "10"});
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
  EXPECT_EQ(hash_of(place_ / "out"), hash_of(place_ / "whole"));
  const Finished refused = resume("out", {"--steps", "11"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "--set steps=11: steps: is 11; a step is a batch of initial cells, and there are 10 of them: "
            "remove it, "
            "or make 'batch' smaller\n");
}

// Other bins, other counts in the same bins, or another target, for simulations and for means.
TEST_F(DividingCells, AreNotGoneOnWithFromOtherFiles) {
  const std::string changed = "has changed since the run began; put it back, or start a new run with it\n";
  for (const std::string method : {"simulate", "expectation"}) {
    run(method, {"--set", "proliferation.method=" + method});
    const auto before = files_of(place_ / method);
    const std::string population = method + "/model.yaml:3:15: proliferation.population: " + changed;
    for (const char* histogram : {"100 400\n200 601\n", "100 400\n201 600\n", "100 400\n150 5\n200 600\n"}) {
      place_.write(method + "/inputs/before.txt", histogram);
      const Finished refused = resume(method, {});
      EXPECT_EQ(refused.code, 2);
      EXPECT_EQ(refused.err, population);
    }
    place_.write(method + "/inputs/later.txt", "50 901\n100 300\n");
    EXPECT_EQ(resume(method, {}).err,
              population + method + "/model.yaml:8:11: proliferation.target: " + changed);
    for (const char* name : {"inputs/before.txt", "inputs/later.txt"})
      place_.write(method + '/' + name, before.at(name));
    EXPECT_EQ(files_of(place_ / method), before);
    EXPECT_EQ(resume(method, {}).code, 0) << "they were put back";
    EXPECT_EQ(files_of(place_ / method), before);
  }
}

TEST_F(DividingCells, APopulationMustBeAFile) {
  ASSERT_EQ(mkfifo((place_ / "pipe").c_str(), 0600), 0);
  fs::create_directory(place_ / "folder");
  for (const std::string name : {"pipe", "folder", "/dev/null"}) {
    const Finished refused =
        place_.morula({"run", "cells.yaml", "--set", "proliferation.population=" + name, "--out", "out"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err, "--set proliferation.population=" + name + ": proliferation.population: " +
                               (place_ / name).string() + ": is not a file\n");
    EXPECT_FALSE(fs::exists(place_ / "out"));
  }
}

TEST_F(DividingCells, ExpectationIsRefusedOnADeviceBeforeAnythingIsMade) {
  for (const std::string backend : {"cuda", "opencl"}) {
    const Finished refused = place_.morula({"run", "cells.yaml", "--out", "made", "--backend", backend,
                                            "--set", "proliferation.method=expectation"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(
        refused.err,
        "--set proliferation.method=expectation: proliferation.method: is expectation, which runs only on "
        "the CPU; choose --backend cpu, or method: simulate\n");
    EXPECT_FALSE(fs::exists(place_ / "made"));
  }
}

TEST_F(DividingCells, ExpectationRunsOnTheCpuWhereNobodyAsksForAnother) {
  const Words expectation = {"--set", "proliferation.method=expectation", "--quiet"};
  place_.must(Words{"run", "cells.yaml", "--out", "auto"} + expectation);
  EXPECT_EQ(manifest_of(place_ / "auto").at("backend"), "cpu");
  EXPECT_TRUE(
      contents(place_ / "auto/series.csv").starts_with("step,cells,all\n0,0,0\n3,0,0\n6,0,0\n9,0,0\n10,"));
  place_.must(Words{"run", "cells.yaml", "--out", "two", "--backend", "cpu", "--threads", "2"} + expectation);
  EXPECT_TRUE(same_files(place_ / "auto", place_ / "two"));
}

// The error is reported before any cell is made: such a run would never end.
TEST_F(DividingCells, MoreCellsThanCanBeCountedAreRefused) {
  const Finished refused =
      place_.morula({"run", "cells.yaml", "--out", "made", "--set", "proliferation.minimum_fluorescence=0",
                     "--set", "proliferation.until=2000"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(
      refused.err.starts_with("--set proliferation.until=2000: proliferation.until: makes an expected "
                              "population of "))
      << refused.err;
  EXPECT_FALSE(fs::exists(place_ / "made"));
}

}  // namespace
}  // namespace morula::test
