// The run directory: where it is, what may be replaced, and who may work in it.
#include <signal.h>
#include <sys/resource.h>

#include <thread>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class RunFolder : public testing::Test {
 protected:
  void SetUp() override {
    place_.write(
        "soup.yaml",
        "model: automaton\nseed: 1\nsteps: 20\nlattice: {size: [50, 40]}\nautomaton: {rule: B3/S23}\n"
        "initial: {random: {density: 0.3}}\noutput: {series: {every: 5}}\n");
  }
  Finished run(const Words& extra) const {
    return place_.morula(Words{"run", "soup.yaml", "--backend", "cpu", "--quiet"} + extra);
  }
  Workplace place_;
};

TEST_F(RunFolder, IsRunsAndTheModelsNameUnlessSaid) {
  EXPECT_EQ(run({}).code, 0);
  EXPECT_TRUE(fs::exists(place_ / "runs/soup/manifest.json"));
  EXPECT_EQ(run({"--out", "a/b/c/"}).code, 0);
  EXPECT_TRUE(same_files(place_ / "a/b/c", place_ / "runs/soup"));
}

TEST_F(RunFolder, IsNeverOverwritten) {
  EXPECT_EQ(run({"--out", "out"}).code, 0);
  const auto before = files_of(place_ / "out");
  const Finished refused = run({"--out", "out", "--seed", "2"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "out: exists already; choose another --out, go on with 'morula resume', or replace it with "
            "--force\n");
  EXPECT_EQ(files_of(place_ / "out"), before);
}

TEST_F(RunFolder, IsReplacedWholeByForce) {
  EXPECT_EQ(run({"--out", "out", "--set", "output.frames.every=5"}).code, 0);
  EXPECT_EQ(run({"--out", "out", "--seed", "2", "--force"}).code, 0);
  EXPECT_EQ(run({"--out", "fresh", "--seed", "2", "--force"}).code, 0);
  EXPECT_TRUE(same_files(place_ / "out", place_ / "fresh"));
  EXPECT_EQ(std::distance(fs::directory_iterator(place_ / ""), {}), 3) << "the model and two runs";
}

// A file of the user that has the name of an output which the run did not have.
TEST_F(RunFolder, KeepsFilesOfOutputsThatItWasNotAskedFor) {
  EXPECT_EQ(run({"--out", "out", "--set", "output.patterns.every=10"}).code, 0);
  EXPECT_EQ(run({"--out", "out", "--force"}).code, 0);
  EXPECT_FALSE(fs::exists(place_ / "out/patterns")) << "the patterns of the previous run must be gone";
  fs::create_directories(place_ / "out/patterns");
  place_.write("out/patterns/000000005.rle", "mine");
  const Finished replaced =
      place_.must({"run", "soup.yaml", "--backend", "cpu", "--out", "out", "--seed", "2", "--force"});
  EXPECT_EQ(files_of(place_ / "out/patterns").size(), 1u);
  EXPECT_NE((replaced.out + replaced.err).find("patterns/"), std::string::npos) << "what stays is named";
}

TEST_F(RunFolder, ThatIsAnotherFolderIsLeftAloneEvenByForce) {
  fs::create_directory(place_ / "mine");
  place_.write("mine/thesis.tex", "mine");
  EXPECT_EQ(run({"--out", "mine", "--force"}).code, 2);
  EXPECT_EQ(files_of(place_ / "mine"), (std::map<std::string, std::string>{{"thesis.tex", "mine"}}));
}

TEST_F(RunFolder, WithAManifestThatIsNotMorulasIsLeftAloneEvenByForce) {
  fs::create_directory(place_ / "site");
  place_.write("site/thesis.tex", "mine");
  for (const std::string& manifest :
       {std::string(R"({"name": "my web app", "version": "1.0"})"), std::string("no JSON"), std::string("[]"),
        std::string(R"({"version": "1", "model": "T", "request": {"model_hash": "none"}})")}) {
    place_.write("site/manifest.json", manifest);
    const auto before = files_of(place_ / "site");
    for (const Words& words : {Words{"--out", "site"}, Words{"--out", "site", "--force"}}) {
      const Finished refused = run(words);
      EXPECT_EQ(refused.code, 2);
      EXPECT_EQ(refused.err, "site: exists already and is not a run directory; choose another --out\n");
    }
    EXPECT_EQ(files_of(place_ / "site"), before);
    EXPECT_EQ(contents(place_ / "site/manifest.json"), manifest);
  }
}

TEST_F(RunFolder, KeepsTheUsersFilesWhenItIsReplaced) {
  const Words with_every_output = {
      "--set",
      "output={series: {every: 5}, frames: {every: 5}, state: {every: 5}, patterns: "
      "{every: 5}}",
      "--out", "out"};
  EXPECT_EQ(run(with_every_output).code, 0);
  place_.must({"report", "out"});
  const std::map<std::string, std::string> mine = {
      {"notes.txt", "1"}, {"frames/best.png", "2"}, {"thesis/chapter.tex", "3"}, {"draft.part", "4"}};
  fs::create_directory(place_ / "out/thesis");
  for (const auto& [name, text] : mine) place_.write("out/" + name, text);
  const Finished replaced =
      place_.must({"run", "soup.yaml", "--backend", "cpu", "--out", "out", "--seed", "2", "--force"});
  EXPECT_EQ(replaced.err,
            "out: keeps draft.part, frames/best.png, notes.txt, thesis/, which Morula did not write\n");
  EXPECT_NE(replaced.out.find("\nin out/: manifest.json series.csv series.svg checkpoint.h5\n"),
            std::string::npos)
      << "none of these is listed as a file of the run: " << replaced.out;
  for (const auto& [name, text] : mine) EXPECT_EQ(contents(place_ / ("out/" + name)), text);
  EXPECT_EQ(run({"--out", "fresh", "--seed", "2"}).code, 0);
  auto left = files_of(place_ / "out");
  for (const auto& [name, text] : mine) left.erase(name);
  for (const char* folder : {"frames", "thesis"}) left.erase(folder);
  EXPECT_EQ(left, files_of(place_ / "fresh"));
  place_.must({"resume", "out", "--steps", "25", "--backend", "cpu", "--quiet"});
  for (const auto& [name, text] : mine) EXPECT_EQ(contents(place_ / ("out/" + name)), text);
}

TEST_F(RunFolder, IsNotReplacedThroughALink) {
  const Words frames = {"--set", "output={frames: {every: 5}}", "--out", "out"};
  EXPECT_EQ(run(frames).code, 0);
  fs::create_directory(place_ / "mine");
  place_.write("mine/000000000.png", "my own");
  fs::remove_all(place_ / "out/frames");
  fs::create_directory_symlink("../mine", place_ / "out/frames");
  const Finished refused = run(frames + Words{"--force"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("out/frames: is a link to another folder"), std::string::npos) << refused.err;
  EXPECT_EQ(contents(place_ / "mine/000000000.png"), "my own");
}

// An error of the new run is found before anything of the old run is removed.
TEST_F(RunFolder, IsStillThereWhenItsReplacementCannotStart) {
  EXPECT_EQ(run({"--out", "out"}).code, 0);
  const auto before = files_of(place_ / "out");
  EXPECT_EQ(run({"--out", "out", "--force", "--set", "lattice.size=[10000000,10000000]"}).code, 2);
  EXPECT_EQ(files_of(place_ / "out"), before);
}

TEST_F(RunFolder, IsStillThereWhenItsReplacementCannotBeWritten) {
  EXPECT_EQ(run({"--out", "out"}).code, 0);
  const auto before = files_of(place_ / "out");
  Command limited = place_.command({"run", "soup.yaml", "--backend", "cpu", "--out", "out", "--force",
                                    "--quiet", "--set", "lattice.size=[2000,2000]"});
  limited.before_exec = [] {
    const rlimit limit{20'000, 20'000};
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Finished failed = Process(limited).wait();
  EXPECT_EQ(failed.code, 1);
  EXPECT_NE(failed.err.find("checkpoint.h5.part: "), std::string::npos) << failed.err;
  EXPECT_TRUE(failed.err.ends_with(": File too large; out still holds the previous run\n")) << failed.err;
  EXPECT_EQ(files_of(place_ / "out"), before);
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "done");
}

TEST_F(RunFolder, IsStillThereWhenAFileOfTheUserIsInTheWay) {
  EXPECT_EQ(run({"--out", "out"}).code, 0);
  place_.write("out/frames", "mine");
  const auto before = files_of(place_ / "out");
  const Finished refused = run({"--out", "out", "--force", "--set", "output.frames.every=5"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "out/frames: is a file, where the run needs a folder; rename it, or choose another --out\n");
  EXPECT_EQ(files_of(place_ / "out"), before);
  EXPECT_EQ(run({"--out", "out", "--force"}).code, 0) << "without frames, the file is not in the way";
  EXPECT_EQ(contents(place_ / "out/frames"), "mine");
}

TEST_F(RunFolder, MayBeThereEmpty) {
  fs::create_directory(place_ / "out");
  EXPECT_EQ(run({"--out", "out"}).code, 0);
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "done");
}

TEST_F(RunFolder, OfAFailedStartIsNotLeftBehind) {
  EXPECT_EQ(run({"--out", "out", "--set", "initial={run: nowhere}"}).code, 2);
  EXPECT_EQ(std::distance(fs::directory_iterator(place_ / ""), {}), 1) << "the model alone";
}

TEST_F(RunFolder, HasOneProcessAtATime) {
  Process first(place_.command({"run", "soup.yaml", "--out", "out", "--backend", "cpu", "--quiet", "--set",
                                "checkpoint.every=50", "--steps", "1e12"}));
  while (first.running() && step_of(place_ / "out") < 100)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (const Finished& refused :
       {place_.morula({"resume", "out", "--backend", "cpu"}), run({"--out", "out", "--force"})}) {
    EXPECT_EQ(refused.code, 1);
    EXPECT_EQ(refused.err, "morula: out: another process is working in this run directory\n");
  }
  EXPECT_TRUE(first.running());
  first.send(SIGINT);
  EXPECT_EQ(first.wait().code, 0);
  EXPECT_EQ(manifest_of(place_ / "out").at("status"), "stopped");
  EXPECT_EQ(run({"--out", "out", "--force"}).code, 0) << "once it is free, it may be replaced";
}

TEST_F(RunFolder, CanBeTheStartOfAnotherRunAtTimeZero) {
  EXPECT_EQ(run({"--out", "first"}).code, 0);
  EXPECT_EQ(run({"--out", "second", "--set", "initial={run: first}", "--steps", "15"}).code, 0);
  EXPECT_EQ(run({"--out", "whole", "--steps", "35"}).code, 0);
  EXPECT_EQ(hash_of(place_ / "second"), hash_of(place_ / "whole"));
  EXPECT_EQ(step_of(place_ / "second"), 15u);
  EXPECT_TRUE(contents(place_ / "second/series.csv").starts_with("step,count_0,count_1\n0,"));
}

}  // namespace
}  // namespace morula::test
