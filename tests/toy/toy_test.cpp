// A family that exists only in this folder has everything that a family of Morula has: see toy_family.h.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/program/interruptions.h"
#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class Toy : public testing::Test {
 protected:
  void SetUp() override {
    place_.write("script.txt", "41\n");
    place_.write("toy.yaml", R"(model: toy
seed: 3
lattice: {size: [37, 23], boundary: {x: periodic, y: fixed}}
toy: {script: script.txt}
initial: {label: 7}
output:
  series: {every: 5}
  frames: {every: 20}
  state: {every: 20}
  things: {every: 10}
  diary: true
checkpoint: {every: 3}
)");
  }
  Command command(const Words& words) {
    Command toy = place_.command(words);
    toy.words.front() = MORULA_TOY;
    return toy;
  }
  Finished toy(const Words& words) { return Process(command(words)).wait(); }
  void must(const Words& words) {
    const Finished finished = toy(words);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(words) << '\n' << finished.err;
  }
  std::string last_line(const std::string& file) {
    std::string last;
    std::istringstream lines(contents(place_ / file));
    for (std::string line; std::getline(lines, line);) last = line;
    return last;
  }

  const Workplace place_;
};

TEST_F(Toy, HaltsByItselfWithEveryKindOfOutput) {
  must({"run", "toy.yaml", "--out", "run", "--quiet", "--backend", "cpu"});
  const auto manifest = manifest_of(place_ / "run");
  EXPECT_EQ(manifest.at("status"), "halted");
  EXPECT_EQ(manifest.at("steps"), 41);
  EXPECT_EQ(manifest.at("unit"), "things");
  // The number of things is 1, 2, 3, 2, 3, 4, 5, 4, …: after 41 steps, 41 were added and 20 removed.
  EXPECT_EQ(last_line("run/series.csv").substr(0, 6), "41,21,");
  EXPECT_EQ(contents(place_ / "run/diary.txt"), "ended at step 41\n");
  EXPECT_EQ(contents(place_ / "run/things/000000010.csv").substr(0, 37),
            "id,balance,mass\n4,-12,0.4\n5,-15,0.5\n6");
  EXPECT_TRUE(fs::exists(place_ / "run/frames/000000041.png"));
  EXPECT_TRUE(fs::exists(place_ / "run/state/000000020.xdmf"));
  EXPECT_EQ(manifest.at("request").at("inputs").size(), 1u);
}

TEST_F(Toy, IsTheSameOnEveryProcessor) {
  const std::vector<Processor> processors = every_processor();
  for (const Processor& processor : processors) {
    must(Words{"run", "toy.yaml", "--quiet", "--out", processor.name} + processor.options);
    EXPECT_EQ(hash_of(place_ / processor.name), hash_of(place_ / processors.front().name)) << processor.name;
    EXPECT_TRUE(same_files(place_ / processor.name, place_ / processors.front().name));
  }
}

// Runs that are cut off after any number of steps are resumed on another processor.
TEST_F(Toy, IsResumedAndExtendedOnAnyProcessor) {
  const std::vector<Processor> processors = every_processor();
  must({"run", "toy.yaml", "--quiet", "--out", "whole", "--backend", "cpu", "--steps", "100"});
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const std::string out = "parts" + std::to_string(i);
    must(Words{"run", "toy.yaml", "--quiet", "--out", out, "--steps", "11"} + processors[i].options);
    EXPECT_EQ(manifest_of(place_ / out).at("status"), "done");
    must(Words{"resume", out, "--quiet", "--steps", "29"} + processors[(i + 1) % processors.size()].options);
    must(Words{"resume", out, "--quiet", "--steps", "100"} + processors[i].options);
    EXPECT_EQ(manifest_of(place_ / out).at("status"), "halted");
    EXPECT_EQ(hash_of(place_ / out), hash_of(place_ / "whole"));
    EXPECT_TRUE(same_files(place_ / out, place_ / "whole"));
  }
}

// The run is killed and resumed again and again, each time as soon as it has a checkpoint, until it is done.
TEST_F(Toy, LosesNothingWhenItIsKilled) {
  place_.write("script.txt", "4000\n");
  const Words quick = {"--set", "output={series: {every: 50}, things: {every: 500}}", "--set",
                       "checkpoint.every=20"};
  must(Words{"run", "toy.yaml", "--quiet", "--out", "whole", "--backend", "cpu"} + quick);
  for (const Processor& processor : every_processor()) {
    const std::string out = processor.name;
    int kills = 0;
    bool begun = false;
    for (std::uint64_t wanted = 300; wanted < 4000; wanted += 900) {
      const Words words =
          begun ? Words{"resume", out, "--quiet"} : Words{"run", "toy.yaml", "--quiet", "--out", out} + quick;
      Process process(command(words + processor.options));
      while (process.running() && step_of(place_ / out) < wanted) std::this_thread::yield();
      if (process.running()) ++kills;
      process.send(SIGKILL);
      process.wait();
      begun = fs::exists(place_ / out / "manifest.json");
    }
    EXPECT_GT(kills, 0) << processor.name;
    must(Words{"resume", out, "--quiet"} + processor.options);
    EXPECT_TRUE(same_files(place_ / out, place_ / "whole")) << processor.name;
  }
}

TEST_F(Toy, StartsFromAnotherRunsStateWithAllItsFields) {
  must({"run", "toy.yaml", "--quiet", "--out", "first", "--backend", "cpu"});
  must({"run", "toy.yaml", "--quiet", "--out", "second", "--backend", "cpu", "--steps", "0", "--set",
        "initial={run: first}"});
  EXPECT_EQ(hash_of(place_ / "second"), hash_of(place_ / "first"));
  EXPECT_EQ(manifest_of(place_ / "second").at("steps"), 0);
}

TEST_F(Toy, IsNotResumedWithAnotherInputFile) {
  must({"run", "toy.yaml", "--quiet", "--out", "run", "--backend", "cpu", "--steps", "9"});
  place_.write("run/inputs/script.txt", "42\n");
  const Finished refused = toy({"resume", "run", "--steps", "20"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(
      refused.err,
      "run/model.yaml:4:15: toy.script: has changed since the run began; put it back, or start a new run "
      "with it\n");
}

// A lattice without its table cannot be used as a start.
TEST_F(Toy, DoesNotStartFromAStateThatLacksAField) {
  place_.write("life.yaml",
               "model: automaton\nsteps: 1\nlattice: {size: [37, 23]}\nautomaton: {rule: B3/S23}\n"
               "initial: {random: {density: 0.3}}\n");
  must({"run", "life.yaml", "--quiet", "--out", "life", "--backend", "cpu"});
  const Finished refused = toy({"run", "toy.yaml", "--set", "initial={run: life}", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "--set initial={run: life}: initial.run: " + (place_ / "life/checkpoint.h5").string() +
                ": holds no field 'label', which this model needs\n");
}

TEST_F(Toy, HasViewsByName) {
  for (const char* view : {"parity", "magnitude"})
    must({"run", "toy.yaml", "--quiet", "--out", view, "--backend", "cpu", "--set",
          std::string("output.frames.of=") + view});
  EXPECT_NE(contents(place_ / "parity/frames/000000020.png"),
            contents(place_ / "magnitude/frames/000000020.png"));
  const Finished refused = toy({"check", "toy.yaml", "--set", "output.frames.of=colour"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(
      refused.err,
      "--set output.frames.of=colour: output.frames.of: is 'colour'; must be one of parity, magnitude\n");
}

// Requests that make no sense for a field of 32-bit labels are refused with a reason.
TEST_F(Toy, IsRefusedWhereItMakesNoSense) {
  const Finished rle = toy({"check", "toy.yaml", "--set", "output.patterns={every: 1}"});
  EXPECT_EQ(rle.code, 2);
  EXPECT_NE(rle.err.find("output.patterns: unknown key"), std::string::npos) << rle.err;
  const Finished hamming = toy({"analyze", "hamming", "toy.yaml", "--set", "steps=5", "--backend", "cpu"});
  EXPECT_EQ(hamming.code, 2) << hamming.err;
  EXPECT_NE(hamming.err.find("choose another family"), std::string::npos) << hamming.err;
}

}  // namespace
}  // namespace morula::test
