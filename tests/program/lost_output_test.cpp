// A terminal that is closed, a full disk behind standard output, files that somebody has changed: in no case
// is a run lost, an exit code wrong, or an answer changed silently.
#include <fcntl.h>
#include <unistd.h>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const char* const soup =
    "model: automaton\nseed: 1\nsteps: 20\nlattice: {size: [50, 40]}\nautomaton: {rule: B3/S23}\n"
    "initial: {random: {density: 0.3}}\noutput: {series: {every: 5}}\n";

// For the child process: a standard stream to which nothing can be written.
auto into_full_device(int stream) {
  return [stream] {
    const int full = open("/dev/full", O_WRONLY);
    dup2(full, stream);
  };
}

class LostOutput : public testing::Test {
 protected:
  void SetUp() override { place_.write("soup.yaml", soup); }
  Finished with(const Words& words, const std::function<void()>& before_exec) const {
    Command command = place_.command(words);
    command.before_exec = before_exec;
    return Process(command).wait();
  }
  Workplace place_;
};

TEST_F(LostOutput, OnStandardErrorLeavesTheExitCodeAsItIs) {
  EXPECT_EQ(with({"run", "nowhere.yaml"}, into_full_device(2)).code, 2);
  EXPECT_EQ(with({"run", "nowhere.yaml"}, [] { close(2); }).code, 2);
  EXPECT_EQ(with({"nonsense"}, into_full_device(2)).code, 2);
}

TEST_F(LostOutput, OnStandardOutputIsAFailureButNotOfTheRun) {
  const Finished refused =
      with({"run", "soup.yaml", "--out", "a", "--backend", "cpu", "--json"}, into_full_device(1));
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err, "morula: standard output could not be written\n");
  EXPECT_EQ(manifest_of(place_ / "a")["status"], "done");
  EXPECT_EQ(with({"--help"}, into_full_device(1)).code, 1);
  EXPECT_EQ(with({"run", "soup.yaml", "--out", "b", "--backend", "cpu"}, [] { close(1), close(2); }).code, 0);
}

TEST_F(LostOutput, AChangedModelIsNotResumed) {
  place_.must({"run", "soup.yaml", "--out", "a", "--backend", "cpu", "--quiet"});
  place_.write("a/model.yaml", std::string(soup) + "# a word\n");
  const Finished refused = place_.morula({"resume", "a", "--steps", "40", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "a/model.yaml: has changed since the run began; put it back, or start a new run with it\n");
}

TEST_F(LostOutput, ASeriesThatIsGoneIsSaid) {
  place_.must({"run", "soup.yaml", "--out", "a", "--backend", "cpu", "--quiet"});
  fs::remove(place_ / "a/series.csv");
  const Finished refused = place_.morula({"resume", "a", "--steps", "40", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(
      refused.err,
      "morula: a/series.csv: is gone, and its rows cannot be made again; put it back, or start a new run\n");
}

TEST_F(LostOutput, AReplacedLinkStaysALink) {
  place_.must({"run", "soup.yaml", "--out", "real", "--backend", "cpu", "--quiet"});
  fs::create_directory_symlink("real", place_ / "link");
  place_.must({"run", "soup.yaml", "--out", "link", "--backend", "cpu", "--quiet", "--force", "--seed", "2"});
  EXPECT_TRUE(fs::is_symlink(place_ / "link"));
  EXPECT_EQ(manifest_of(place_ / "real")["seed"], 2);
}

}  // namespace
}  // namespace morula::test
