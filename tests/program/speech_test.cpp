// The output of the program: summaries, JSON, silence, a progress bar only on terminals, and exit codes.
#include <cerrno>
#include <cstring>

#include "io/json.h"
#include "tests/program/pseudo_terminal.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class Speech : public testing::Test {
 protected:
  void SetUp() override {
    place_.write(
        "soup.yaml",
        "model: automaton\nseed: 9\nsteps: 40\nlattice: {size: [50, 40]}\nautomaton: {rule: B3/S23}\n"
        "initial: {random: {density: 0.3}}\noutput: {series: {every: 5}, frames: {every: 20}}\n");
  }
  Finished run(const Words& extra) const {
    return place_.must(Words{"run", "soup.yaml", "--backend", "cpu"} + extra);
  }
  Workplace place_;
};

TEST_F(Speech, JsonIsTheManifestAndNothingElse) {
  const Finished result = run({"--json", "--threads", "2"});
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, contents(place_ / "runs/soup/manifest.json"));
  const Finished resumed = place_.must({"resume", "runs/soup", "--json", "--backend", "cpu"});
  EXPECT_EQ(resumed.out, contents(place_ / "runs/soup/manifest.json"));
}

TEST_F(Speech, ManifestTellsWhatWasRun) {
  run({"--quiet", "--threads", "2"});
  const io::Json manifest = manifest_of(place_ / "runs/soup");
  EXPECT_EQ(manifest.at("version"), Workplace().must({"--version"}).out.substr(0, 5));
  EXPECT_EQ(manifest.at("model"), "automaton");
  EXPECT_EQ(manifest.at("seed"), 9);
  EXPECT_EQ(manifest.at("backend"), "cpu");
  EXPECT_FALSE(manifest.at("device").get<std::string>().empty());
  EXPECT_EQ(manifest.at("threads"), 2);
  EXPECT_EQ(manifest.at("steps"), 40);
  EXPECT_EQ(manifest.at("state_hash").get<std::string>().size(), 16u);
  EXPECT_GT(manifest.at("seconds").get<double>(), 0);
  EXPECT_GT(manifest.at("updates_per_second").get<double>(), 0);
  EXPECT_EQ(manifest.at("unit"), "cells");
  EXPECT_EQ(manifest.at("status"), "done");
}

TEST_F(Speech, QuietIsSilence) {
  for (const Finished& result : {run({"--quiet"}), place_.must({"resume", "runs/soup", "--quiet"})}) {
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "");
  }
}

TEST_F(Speech, InAPipeIsASummaryWithoutABar) {
  const Finished result = run({});
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("done: step 40 in ")) << result.out;
  EXPECT_NE(result.out.find("\nstate hash " + hash_of(place_ / "runs/soup") + "\n"), std::string::npos);
  EXPECT_TRUE(
      result.out.ends_with("\nin runs/soup/: manifest.json series.csv series.svg frames/ checkpoint.h5\n"))
      << result.out;
}

TEST_F(Speech, WhatAModelFileMakesOfAGenerationIsSaid) {
  place_.write("chase.yaml",
               "model: interaction\nsteps: 2\nlattice: {size: [20, 20]}\ninitial: {fractions: equal}\n"
               "interaction: {species: 3, preys: cyclic, normalise: true,\n"
               "  rates: {mobility: 1.2, reproduction: 1, predation: 1}}\n");
  const std::string note =
      "chase.yaml: interaction.normalise: rates are divided by 3.2, so a generation is 1/3.2 of the unit of "
      "time that they are written in\n";
  EXPECT_EQ(place_.must({"check", "chase.yaml"}).err, note);
  EXPECT_EQ(place_.must({"run", "chase.yaml", "--backend", "cpu"}).err, note);
  for (const char* option : {"--quiet", "--json"})
    EXPECT_EQ(place_.must({"run", "chase.yaml", "--backend", "cpu", "--out", option, option}).err, "");
}

TEST_F(Speech, OnATerminalHasABarThatGoesAway) {
  PseudoTerminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "no pseudo-terminal: " << std::strerror(errno);
  Command command = place_.command({"run", "soup.yaml", "--backend", "cpu"});
  command.terminal = terminal.far_end();
  EXPECT_EQ(Process(command).wait().code, 0);
  const std::string& bar = terminal.shown();
  EXPECT_NE(bar.find("of 40"), std::string::npos) << bar;
  EXPECT_NE(bar.find(" left"), std::string::npos) << bar;
  EXPECT_TRUE(bar.ends_with("\r\033[K")) << "the line is cleared";
}

TEST_F(Speech, SeedStepsAndSetTakeTheModelFilesPlace) {
  run({"--quiet", "--out", "a", "--seed", "3", "--steps", "1e1", "--set", "lattice.size=[20,20]"});
  place_.write("other.yaml",
               "model: automaton\nseed: 3\nsteps: 10\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {random: {density: 0.3}}\n");
  place_.must({"run", "other.yaml", "--quiet", "--out", "b", "--backend", "cpu"});
  EXPECT_EQ(hash_of(place_ / "a"), hash_of(place_ / "b"));
  EXPECT_EQ(step_of(place_ / "a"), 10u);
  EXPECT_EQ(manifest_of(place_ / "a").at("seed"), 3);
}

TEST_F(Speech, CheckTellsWhatAModelNeedsAndWritesNothing) {
  const Finished result = place_.must({"check", "soup.yaml", "--set", "steps=7"});
  EXPECT_TRUE(result.out.starts_with("soup.yaml: automaton, 7 steps, seed 9; needs ")) << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(std::distance(fs::directory_iterator(place_ / ""), {}), 1);
}

TEST_F(Speech, HelpAndVersionAreAnswersNotErrors) {
  for (const Words& words : {Words{"--help"}, Words{"run", "--help"}, Words{"--version"}}) {
    const Finished result = place_.must(words);
    EXPECT_FALSE(result.out.empty());
    EXPECT_EQ(result.err, "");
  }
}

TEST_F(Speech, DevicesNameTheCpuAndSayWhyOthersAreMissing) {
  const io::Json found = io::Json::parse(place_.must({"devices", "--json"}).out);
  EXPECT_EQ(found.at("devices").at(0).at("backend"), "cpu");
  std::set<std::string> backends;
  for (const auto& device : found.at("devices")) backends.insert(device.at("backend").get<std::string>());
  for (const std::string backend : {"cuda", "opencl"})
    EXPECT_NE(backends.contains(backend), found.at("missing").contains(backend)) << backend;
  EXPECT_NE(place_.must({"devices"}).out.find("cpu "), std::string::npos);
}

TEST_F(Speech, ThatNoOpenClDriverIsFoundIsSaidWithWhereItWasSought) {
  Command command = place_.command({"devices"});
  command.before_exec = [] { setenv("OCL_ICD_VENDORS", "/nowhere/", 1), unsetenv("OCL_ICD_FILENAMES"); };
  const Finished result = Process(command).wait();
  EXPECT_EQ(result.code, 0) << result.err;
  if (result.out.find("libOpenCL.so.1 not found") != std::string::npos) GTEST_SKIP() << "no loader of OpenCL";
  EXPECT_NE(result.out.find(", or correct OCL_ICD_VENDORS, which is '/nowhere/'"), std::string::npos)
      << result.out;
}

}  // namespace
}  // namespace morula::test
