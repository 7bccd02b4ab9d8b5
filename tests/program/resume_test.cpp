// morula resume: of finished runs, to other ends, without the files that the run began with, and from damaged
// files.
#include <signal.h>

#include <algorithm>
#include <thread>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class Resume : public testing::Test {
 protected:
  void SetUp() override {
    place_.write(
        "soup.yaml",
        "model: automaton\nseed: 4\nsteps: 333\nlattice: {size: [60, 45], boundary: fixed}\n"
        "automaton: {rule: B3/S23}\ninitial: {random: {density: 0.3}}\n"
        "output: {series: {every: 7}, frames: {every: 50}, state: {every: 100}, patterns: {every: 90}}\n"
        "checkpoint: {every: 60}\n");
  }
  void run(const std::string& out, const Words& extra) const {
    place_.must(Words{"run", "soup.yaml", "--out", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Finished resume(const std::string& out, const Words& extra) const {
    return place_.morula(Words{"resume", out, "--quiet", "--backend", "cpu"} + extra);
  }
  Workplace place_;
};

TEST_F(Resume, OfAFinishedRunChangesNothing) {
  run("out", {});
  run("whole", {});
  EXPECT_EQ(resume("out", {}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
  EXPECT_EQ(hash_of(place_ / "out"), hash_of(place_ / "whole"));
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "done");
}

TEST_F(Resume, OfAFinishedRunSaysSoAndHowToGoOn) {
  run("out", {"--steps", "150"});
  const Words again{"resume", "out", "--backend", "cpu"};
  const std::string expected =
      "nothing to do: the run had already ended at step 150; go on with: morula resume out --steps N\n";
  EXPECT_TRUE(place_.morula(again).out.starts_with(expected)) << place_.morula(again).out;
  EXPECT_TRUE(place_.morula(again + Words{"--steps", "150"}).out.starts_with(expected));
  EXPECT_TRUE(place_.morula(again + Words{"--steps", "151"}).out.starts_with("done: step 151 "));
  fs::remove(place_ / "out/checkpoint.h5");
  EXPECT_TRUE(place_.morula(again).out.starts_with("done: step 151 ")) << "it began again";
}

// More steps do not help if the model has ended the run.
TEST_F(Resume, OfAHaltedRunSaysSo) {
  place_.write("pair.yaml", R"(model: interaction
steps: 1e6
lattice: {size: [8, 8]}
interaction: {species: 2, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25},
              until: extinction}
initial: {fractions: equal}
)");
  place_.must({"run", "pair.yaml", "--out", "pair", "--quiet", "--backend", "cpu"});
  const Finished again = place_.morula({"resume", "pair", "--backend", "cpu"});
  EXPECT_TRUE(again.out.starts_with("nothing to do: the run had already halted at step " +
                                    std::to_string(step_of(place_ / "pair")) + "\n"))
      << again.out;
}

// If no step runs, the manifest does not change; if some do, they are recorded as a separate part.
TEST_F(Resume, RecordsThePartsOfARunAndWhereEachWasStepped) {
  run("out", {"--steps", "150", "--threads", "1"});
  const io::Json first = manifest_of(place_ / "out");
  EXPECT_EQ(resume("out", {"--threads", "2"}).code, 0);
  EXPECT_EQ(manifest_of(place_ / "out").dump(2), first.dump(2));
  EXPECT_EQ(resume("out", {"--steps", "200", "--threads", "2"}).code, 0);
  EXPECT_EQ(resume("out", {"--threads", "1"}).code, 0);
  const io::Json manifest = manifest_of(place_ / "out");
  EXPECT_EQ(manifest.at("threads"), 2);
  ASSERT_EQ(manifest.at("parts").size(), 2u);
  double seconds = 0;
  for (const auto& [i, from, to, threads] : {std::array{0, 0, 150, 1}, std::array{1, 150, 200, 2}}) {
    const io::Json& part = manifest.at("parts").at(static_cast<std::size_t>(i));
    EXPECT_EQ(part.at("from"), from);
    EXPECT_EQ(part.at("to"), to);
    EXPECT_EQ(part.at("threads"), threads);
    EXPECT_EQ(part.at("backend"), "cpu");
    seconds += part.at("seconds").get<double>();
  }
  EXPECT_NEAR(manifest.at("seconds").get<double>(), seconds, 1e-9);
}

TEST_F(Resume, WithMoreStepsLeavesTheFilesOfALongerRun) {
  run("out", {});
  EXPECT_TRUE(fs::exists(place_ / "out/frames/000000333.png"));
  EXPECT_EQ(resume("out", {"--steps", "700"}).code, 0);
  run("whole", {"--steps", "700"});
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
  EXPECT_EQ(resume("out", {}).code, 0) << "the manifest must hold the new end";
  EXPECT_EQ(step_of(place_ / "out"), 700u);
}

// The run is resumed to the very step of its checkpoint, for which no output was due. As the end of the run,
// this step gets a row and a picture.
TEST_F(Resume, ToWhereItStandsAlreadyLeavesTheFilesOfAShorterRun) {
  Process process(
      place_.command({"run", "soup.yaml", "--out", "out", "--quiet", "--backend", "cpu", "--steps", "1e9"}));
  while (process.running() && step_of(place_ / "out") < 60)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  process.send(SIGKILL);
  process.wait();
  const std::string reached_step = std::to_string(step_of(place_ / "out"));
  EXPECT_EQ(resume("out", {"--steps", reached_step}).code, 0);
  run("whole", {"--steps", reached_step});
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
}

TEST_F(Resume, ToAnEarlierStepIsRefused) {
  run("out", {});
  const auto before = files_of(place_ / "out");
  const Finished refused = resume("out", {"--steps", "100"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "out: steps: the run is at step 333 already; --steps must be at least that\n");
  EXPECT_EQ(files_of(place_ / "out"), before);
}

TEST_F(Resume, KeepsWhatTheCommandLineSaid) {
  const Words overrides = {"--set", "lattice.size=[31, 33]", "--set", "automaton.rule=B36/S23", "--seed",
                           "77"};
  run("out", overrides + Words{"--steps", "150"});
  EXPECT_EQ(resume("out", {"--steps", "200"}).code, 0);
  run("whole", overrides + Words{"--steps", "200"});
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
  EXPECT_EQ(manifest_of(place_ / "out").at("seed"), 77);
}

TEST_F(Resume, NeedsNoPatternFileOnceThereIsACheckpoint) {
  place_.write("r.rle", "x = 3, y = 3\nb2o$2o$bo!");
  const Words pattern = {"--set", "initial={pattern: {file: r.rle, at: [30, 20]}}"};
  run("out", pattern);
  run("whole", pattern + Words{"--steps", "400"});
  fs::remove(place_ / "r.rle");
  fs::remove(place_ / "soup.yaml");
  EXPECT_EQ(resume("out", {"--steps", "400"}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
}

TEST_F(Resume, KeepsTheRuleThatCameWithAPattern) {
  place_.write("r.rle", "x = 3, y = 3, rule = B36/S23\nb2o$2o$bo!");
  place_.write("soup.yaml",
               "model: automaton\nsteps: 200\nlattice: {size: [60, 45]}\n"
               "initial: {pattern: {file: r.rle, at: [30, 20]}}\noutput: {patterns: {every: 100}}\n");
  run("out", {});
  run("whole", {"--steps", "300"});
  fs::remove(place_ / "r.rle");
  EXPECT_EQ(resume("out", {"--steps", "300"}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
  EXPECT_TRUE(
      contents(place_ / "out/patterns/000000300.rle").starts_with("x = 60, y = 45, rule = B36/S23:T60,45\n"));
}

TEST_F(Resume, WithoutAnyCheckpointBeginsAgain) {
  run("out", {});
  run("whole", {});
  fs::remove(place_ / "out/checkpoint.h5");
  EXPECT_EQ(resume("out", {}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
}

TEST_F(Resume, LeavesNoHalfWrittenFiles) {
  run("out", {});
  run("whole", {});
  for (const char* name : {"checkpoint.h5.part", "series.csv.part", "manifest.json.part",
                           "frames/000000050.png.part", "state/all.xdmf.part", "patterns/000000090.rle.part"})
    place_.write(std::string("out/") + name, "half");
  EXPECT_EQ(resume("out", {}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
}

// Either the damage is reported in one line that names the file, or the answer is right.
class Damaged : public Resume {
 protected:
  void SetUp() override {
    Resume::SetUp();
    run("out", {"--steps", "120"});
    run("whole", {"--steps", "180"});
    good_ = contents(place_ / "out/checkpoint.h5");
  }

  bool refused(const std::string& damaged) {
    place_.write("out/checkpoint.h5", damaged);
    const Finished resumed = resume("out", {"--steps", "180"});
    if (resumed.code == 0) {
      EXPECT_EQ(hash_of(place_ / "out"), hash_of(place_ / "whole"));
      EXPECT_TRUE(same_files(place_ / "out", place_ / "whole"));
      EXPECT_EQ(resume("out", {}).code, 0);
    } else {
      EXPECT_EQ(resumed.code, 1);
      EXPECT_EQ(contents(place_ / "out/checkpoint.h5"), damaged)
          << "the damaged file must be kept for the user";
      EXPECT_TRUE(resumed.err.starts_with("morula: out/checkpoint.h5: ")) << resumed.err;
      EXPECT_EQ(std::count(resumed.err.begin(), resumed.err.end(), '\n'), 1) << resumed.err;
    }
    return resumed.code != 0;
  }
  std::string good_;
};

TEST_F(Damaged, CheckpointCutShortIsRefused) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, good_.size() / 3, good_.size() / 2,
                                   good_.size() - 100, good_.size() - 1})
    EXPECT_TRUE(refused(good_.substr(0, length))) << length;
}

TEST_F(Damaged, CheckpointWithFlippedBytesNeverGivesAWrongAnswer) {
  int found = 0;
  for (std::size_t at = 13; at < good_.size(); at += good_.size() / 40) {
    std::string damaged = good_;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    found += refused(damaged);
  }
  EXPECT_GT(found, 10);
}

// A checkpoint of a run that differs only in its seed or in a setting has fields of the same shape.
TEST_F(Resume, WithTheCheckpointOfAnotherRunIsRefused) {
  run("out", {"--steps", "120"});
  run("seed", {"--steps", "120", "--seed", "5"});
  run("rule", {"--steps", "120", "--set", "automaton.rule=B36/S23"});
  const std::string remedy =
      "; remove it to begin again, or put a copy of the last state/*.h5 in its place\n";
  const auto expect_refused = [&](const std::string& state, const std::string& why) {
    place_.write("out/checkpoint.h5", contents(place_ / state));
    const Finished refused = resume("out", {"--steps", "180"});
    EXPECT_EQ(refused.code, 1) << state;
    EXPECT_EQ(refused.err, "morula: out/checkpoint.h5: " + why + remedy) << state;
  };
  for (const std::string state : {"/checkpoint.h5", "/state/000000100.h5"}) {
    expect_refused("seed" + state, "is of a run with seed 5, and this run has seed 4");
    expect_refused("rule" + state, "is of a run with other settings than model.yaml beside it");
  }
}

TEST_F(Resume, WithTheCheckpointOfAShorterRunOrASavedStateIsAccepted) {
  run("out", {"--steps", "120"});
  run("shorter", {"--steps", "110", "--set", "output.series.every=5"});
  run("whole", {"--steps", "180"});
  for (const std::string state : {"shorter/checkpoint.h5", "out/state/000000100.h5"}) {
    place_.write("out/checkpoint.h5", contents(place_ / state));
    const Finished resumed = resume("out", {"--steps", "180"});
    EXPECT_EQ(resumed.code, 0) << state << ": " << resumed.err;
    EXPECT_EQ(hash_of(place_ / "out"), hash_of(place_ / "whole"));
  }
}

TEST_F(Damaged, ManifestIsRefused) {
  const auto expect_refused = [&](const std::string& text, const std::string& why) {
    place_.write("out/manifest.json", text);
    const Finished refused = resume("out", {});
    EXPECT_EQ(refused.code, 1);
    EXPECT_TRUE(refused.err.starts_with("morula: out/manifest.json: " + why)) << refused.err;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  };
  io::Json manifest = manifest_of(place_ / "out");
  expect_refused("{\"version\": ",
                 "is damaged: not valid JSON at line 1, column 13; put back a copy of it, or run its model "
                 "again: morula "
                 "run ");
  manifest["state_hash"] = "none";
  expect_refused(manifest.dump(), "is damaged: 'none' is not a state hash");
  manifest["state_hash"] = nullptr;
  manifest["model"] = "tessellation";
  expect_refused(manifest.dump(), "names a family of models that is not known here: 'tessellation'");
}

}  // namespace
}  // namespace morula::test
