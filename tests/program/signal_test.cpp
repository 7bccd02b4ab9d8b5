// SIGINT and SIGTERM: the first signal stops a run in good order, the second ends it at once.
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "tests/program/processors.h"
#include "tests/program/pseudo_terminal.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string endless =
    "model: automaton\nsteps: 1e9\nlattice: {size: [64, 64]}\nautomaton: {rule: B3/S23}\n"
    "initial: {random: {density: 0.3}}\noutput: {series: {every: 1000}}\ncheckpoint: {every: 1000}\n";

void await_checkpoint(Process& process, const fs::path& run, std::uint64_t step) {
  while (process.running() && step_of(run) < step) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class Stopped : public testing::TestWithParam<int> {
 protected:
  Workplace place_;
};

TEST_P(Stopped, WithACheckpointAndExitCode0) {
  place_.write("endless.yaml", endless);
  Process process(place_.command({"run", "endless.yaml", "--backend", "cpu"}));
  const fs::path run = place_ / "runs/endless";
  await_checkpoint(process, run, 1000);
  process.send(GetParam());
  const Finished stopped = process.wait(std::chrono::seconds(30));
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_EQ(stopped.signal, 0);
  EXPECT_EQ(stopped.err, "");
  EXPECT_EQ(manifest_of(run).at("status"), "stopped");
  EXPECT_TRUE(stopped.out.starts_with("stopped at step " + std::to_string(step_of(run)) + " in "));
  EXPECT_TRUE(stopped.out.ends_with("\ngo on with: morula resume runs/endless\n")) << stopped.out;
  EXPECT_NE(contents(run / "series.svg").find("<svg"), std::string::npos)
      << "a stopped run has a figure of its steps so far";

  const std::string later = std::to_string(step_of(run) + 77);
  place_.must({"resume", "runs/endless", "--steps", later, "--quiet", "--backend", "cpu"});
  place_.must({"run", "endless.yaml", "--steps", later, "--out", "whole", "--quiet", "--backend", "cpu"});
  EXPECT_TRUE(same_files(run, place_ / "whole"));
}

INSTANTIATE_TEST_SUITE_P(By, Stopped, testing::Values(SIGINT, SIGTERM),
                         [](const auto& of) { return of.param == SIGINT ? "SIGINT" : "SIGTERM"; });

// Steps and checkpoints take so long that a second signal can arrive in between.
const std::string slow_to_stop =
    "model: automaton\nsteps: 1000\nlattice: {size: [12000, 12000]}\nautomaton: {rule: B3/S23}\n"
    "initial: {random: {density: 0.3}}\ncheckpoint: {every: 1}\n";

class Twice : public testing::TestWithParam<int> {};

TEST_P(Twice, EndsAtOnce) {
  const Workplace place;
  place.write("large.yaml", slow_to_stop);
  Process process(place.command({"run", "large.yaml", "--backend", "cpu", "--threads", "1"}));
  const fs::path run = place / "runs/large";
  await_checkpoint(process, run, 1);
  process.send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_TRUE(process.running())
      << "after the first signal, the run still takes time to write its checkpoint";
  process.send(GetParam());
  EXPECT_EQ(process.wait(std::chrono::seconds(30)).signal, GetParam());
  EXPECT_EQ(manifest_of(run).at("status"), "running");
  // Whatever the second signal interrupted, the checkpoint is complete: its hash is checked when it is read.
  place.must(
      {"resume", "runs/large", "--steps", std::to_string(step_of(run) + 1), "--quiet", "--backend", "cpu"});
}

TEST(Stop, ThatTakesLongIsExplainedOnATerminal) {
  PseudoTerminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "no pseudo-terminal: " << std::strerror(errno);
  const Workplace place;
  std::string larger = slow_to_stop;
  larger.replace(larger.find("12000, 12000"), 12, "24000, 24000");
  place.write("large.yaml", larger);
  Command command = place.command({"run", "large.yaml", "--backend", "cpu", "--threads", "1"});
  command.terminal = terminal.far_end();
  Process process(command);
  await_checkpoint(process, place / "runs/large", 1);
  process.send(SIGINT);
  const auto is_told = [&] { return terminal.shown(1).find("stopping: this step") != std::string::npos; };
  while (process.running() && !is_told()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(is_told()) << terminal.shown();
  process.send(SIGINT);
  process.wait(std::chrono::seconds(30));
}

// Ctrl-C by the user, then either Ctrl-C again or SIGTERM by a scheduler.
INSTANTIATE_TEST_SUITE_P(ThenBy, Twice, testing::Values(SIGINT, SIGTERM),
                         [](const auto& of) { return of.param == SIGINT ? "SIGINT" : "SIGTERM"; });

// Whether the program waits for a linker that its OpenCL driver has started.
bool is_linking(pid_t program) try {
  const fs::path threads = "/proc/" + std::to_string(program) + "/task";
  for (const auto& thread : fs::directory_iterator(threads)) {
    std::ifstream children(thread.path() / "children");
    for (std::string child, name; children >> child;)
      if (std::ifstream comm("/proc/" + child + "/comm"); comm >> name && name == "ld") return true;
  }
  return false;
} catch (const fs::filesystem_error&) {  // the thread has ended
  return false;
}

// Ctrl-C at a terminal reaches every process of the program. PoCL ends the program if its linker dies.
TEST(Stop, WhileTheDriverLinksKernelsIsInGoodOrder) {
  if (const std::string why = why_missing("opencl"); !why.empty()) GTEST_SKIP() << why;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Workplace place;
    place.write("endless.yaml", endless);
    Command command = place.command({"run", "endless.yaml", "--backend", "opencl"});
    command.before_exec = [cache = (place / "cache").string()] {
      setpgid(0, 0);
      setenv("POCL_CACHE_DIR", cache.c_str(), 1);  // empty, so that every kernel is compiled
    };
    Process process(command);
    const auto handles = [&] { return process.handles(signal); };
    while (process.running() && !(handles() && is_linking(process.id())) &&
           step_of(place / "runs/endless") == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (step_of(place / "runs/endless") > 0) GTEST_SKIP() << "the driver starts no linker";
    kill(-process.id(), signal);
    const Finished stopped = process.wait(std::chrono::seconds(30));
    EXPECT_EQ(stopped.code, 0);
    EXPECT_EQ(stopped.signal, 0);
    EXPECT_EQ(stopped.err, "");
    EXPECT_TRUE(stopped.out.starts_with("stopped ")) << stopped.out;
  }
}

}  // namespace
}  // namespace morula::test
