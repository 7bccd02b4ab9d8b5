// A full disk: one line that names the file, exit code 1, and nothing is lost.
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/program/interruptions.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

void write_to(const char* file, const std::string& text) { std::ofstream(file) << text; }

// A small disk that only this process and its children see. Root may mount it; other users need a user
// namespace.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& at) : at_(at) {
    fs::create_directory(at);
    if (!enter_namespace()) return;
    mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    mounted_ = mount("small", at.c_str(), "tmpfs", 0, "size=64k") == 0;
    if (!mounted_) reason_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_) umount2(at_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  std::string why_not() const { return reason_; }
  void resize(int kilobytes) const {
    const std::string size = "size=" + std::to_string(kilobytes) + "k";
    ASSERT_EQ(mount("small", at_.c_str(), "tmpfs", MS_REMOUNT, size.c_str()), 0) << std::strerror(errno);
  }

 private:
  bool enter_namespace() {
    if (unshare(CLONE_NEWNS) == 0) return true;
    const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      reason_ = std::string("no mount namespace: ") + std::strerror(errno);
      return false;
    }
    write_to("/proc/self/setgroups", "deny");
    write_to("/proc/self/uid_map", "0 " + user + " 1");
    write_to("/proc/self/gid_map", "0 " + group + " 1");
    return true;
  }

  fs::path at_;
  bool mounted_ = false;
  std::string reason_;
};

// The expected form is "morula: /tmp/…/frames/000000050.png.part: No space left on device".
testing::AssertionResult names_file_and_reason(const std::string& err, const std::string& reason) {
  const bool one_line = std::count(err.begin(), err.end(), '\n') == 1;
  if (one_line && err.starts_with("morula: ") && err.ends_with(": " + reason + "\n") &&
      err.find('/') != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << err;
}

// The disk is enlarged until the run is done; on the way, the run fails at files of every kind.
TEST(FullDisk, AnyNumberOfTimesLosesNothing) {
  const Workplace place;
  const Interruptions plan{.processors = {}, .every = 60, .steps = 600};
  place.write("busy.yaml", busy_life("[240, 160]", plan));
  place.must({"run", "busy.yaml", "--out", "whole", "--backend", "cpu", "--quiet"});

  const SmallDisk disk(place / "disk");
  if (!disk.why_not().empty()) GTEST_SKIP() << disk.why_not();
  int failures = 0;
  Finished sitting;
  for (int kilobytes = 4; kilobytes < 100'000; kilobytes += 20) {
    disk.resize(kilobytes);
    const bool begun = fs::exists(place / "disk/run");
    sitting =
        place.morula((begun ? Words{"resume", "disk/run"} : Words{"run", "busy.yaml", "--out", "disk/run"}) +
                     Words{"--backend", "cpu", "--quiet"});
    if (sitting.code == 0) break;
    ++failures;
    ASSERT_EQ(sitting.code, 1);
    ASSERT_TRUE(names_file_and_reason(sitting.err, "No space left on device"));
    ASSERT_EQ(sitting.out, "");
  }
  EXPECT_EQ(sitting.code, 0) << sitting.err;
  EXPECT_GE(failures, 5);
  EXPECT_TRUE(same_files(place / "disk/run", place / "whole"));
}

// The same test without the right to mount a disk: a limit stops files from growing.
TEST(FullDisk, AsAFileSizeLimitLosesNothing) {
  const Workplace place;
  place.write("rows.yaml",
              "model: automaton\nsteps: 3000\nlattice: {size: [60, 40]}\nautomaton: {rule: B3/S23}\n"
              "initial: {random: {density: 0.3}}\noutput: {series: {every: 1}}\ncheckpoint: {every: 500}\n");
  Command limited = place.command({"run", "rows.yaml", "--out", "limited", "--backend", "cpu", "--quiet"});
  limited.before_exec = [] {
    const rlimit limit{20'000, 20'000};
    setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Finished failed = Process(limited).wait();
  EXPECT_EQ(failed.code, 1);
  EXPECT_EQ(failed.err, "morula: limited/series.csv: File too large\n");
  const std::uint64_t checkpoint = step_of(place / "limited");
  EXPECT_GT(checkpoint, 0u);
  EXPECT_LT(checkpoint, 3000u);

  place.must({"resume", "limited", "--backend", "cpu", "--quiet"});
  place.must({"run", "rows.yaml", "--out", "whole", "--backend", "cpu", "--quiet"});
  EXPECT_TRUE(same_files(place / "limited", place / "whole"));
}

}  // namespace
}  // namespace morula::test
