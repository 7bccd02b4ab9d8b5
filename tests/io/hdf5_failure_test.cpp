// HDF5 files that cannot be written, and damaged or invalid files.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "tests/io/plain_hdf5.h"
#include "tests/io/temporary_folder.h"
#include "tests/io/values.h"

#ifdef __SANITIZE_ADDRESS__
// HDF5 1.10 leaks the memory of a header that it finds damaged; the memory may have belonged to another
// object before.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\n"; }
#endif

namespace morula::io {
namespace {

const Field big{"cells", ValueType::U8, {1000, 1000, 5}, 3};

std::string failure_of_writing(const std::filesystem::path& path) {
  return message_of<FileError>([&] {
    Hdf5Writer writer(path);
    writer.attribute("step", std::uint64_t{1});
    write_whole(writer, big, some_values(big), 1'500'000);
    writer.close();
  });
}

[[noreturn]] void leave(bool as_expected, const std::string& message) {
  if (!as_expected) fmt::print(stderr, "{}", message);
  std::exit(as_expected ? 0 : 1);
}

// Runs in a process of its own, which must end by itself, with code 0 and without a message.
#define EXPECT_QUIET_END(statement) EXPECT_EXIT(statement, testing::ExitedWithCode(0), testing::Eq(""))

void write_to_full_device(const TemporaryFolder& folder) {
  std::filesystem::create_symlink("/dev/full", folder / "full.h5");
  for (int i = 0; i < 3; ++i) {
    const std::string message = failure_of_writing(folder / "full.h5");
    if (!contains(message, "full.h5: No space left on device")) leave(false, "'" + message + "'");
  }
  const std::string message = failure_of_writing(folder / "elsewhere.h5");
  leave(message.empty() && read_whole(Hdf5Reader(folder / "elsewhere.h5"), big, 1 << 20) == some_values(big),
        message);
}

TEST(Hdf5FailureDeathTest, AFullDeviceIsAFileErrorAndTheProcessGoesOn) {
  const TemporaryFolder folder;
  EXPECT_QUIET_END(write_to_full_device(folder));
}

// The file must not grow beyond the limit, so that writing can be stopped at any place.
void write_within(rlim_t limit, const TemporaryFolder& folder) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit narrow{limit, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &narrow);
  const std::string message = failure_of_writing(folder / "limited.h5");
  if (!contains(message, "limited.h5: File too large")) leave(false, "'" + message + "'");
  setrlimit(RLIMIT_FSIZE, &before);
  const std::string second = failure_of_writing(folder / "limited.h5");  // at the same place in the file
  leave(second.empty() && read_whole(Hdf5Reader(folder / "limited.h5"), big, 1 << 20) == some_values(big),
        second);
}

TEST(Hdf5FailureDeathTest, WritingMayBreakOffAnywhere) {
  const TemporaryFolder folder;
  for (const rlim_t limit : {0, 48, 1000, 4096, 100'000, 2'500'000, 4'990'000})
    EXPECT_QUIET_END(write_within(limit, folder)) << limit;
}

// Mounts a disk of one mebibyte that only this process sees, as root of a namespace of its own.
bool mount_small(const std::filesystem::path& place) {
  const auto user = getuid(), group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";  // otherwise no file there could have an owner
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  return mount("tmpfs", place.c_str(), "tmpfs", 0, "size=1m") == 0;
}

void write_to_full_disk(const TemporaryFolder& folder) {
  std::filesystem::create_directory(folder / "small");
  if (!mount_small(folder / "small")) leave(false, "cannot mount");
  const std::string message = failure_of_writing(folder / "small/a.h5");
  if (!contains(message, "a.h5: No space left on device")) leave(false, "'" + message + "'");
  std::filesystem::remove(folder / "small/a.h5");
  const std::string second = failure_of_writing(folder / "elsewhere.h5");
  leave(second.empty(), second);
}

bool may_mount() {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) _exit(mount_small(folder.path()) && std::ofstream(folder / "a") ? 0 : 1);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

TEST(Hdf5FailureDeathTest, AFullDiskIsAFileErrorAndTheProcessGoesOn) {
  if (!may_mount()) GTEST_SKIP() << "this process may not mount a small disk";
  const TemporaryFolder folder;
  EXPECT_QUIET_END(write_to_full_disk(folder));
}

TEST(Hdf5Failure, WhatWasNotClosedIsNotAFile) {
  const TemporaryFolder folder;
  const Field field{"cells", ValueType::U8, {97, 61, 1}, 2};
  {
    Hdf5Writer writer(folder / "a.h5");
    write_whole(writer, field, some_values(field), 1000);
  }
  EXPECT_THROW(Hdf5Reader(folder / "a.h5"), FileError);
}

TEST(Hdf5Failure, AFileThatIsCutOffSaysHowMuchIsThere) {
  const TemporaryFolder folder;
  ASSERT_EQ(failure_of_writing(folder / "a.h5"), "");
  const auto whole = std::filesystem::file_size(folder / "a.h5");
  std::filesystem::resize_file(folder / "a.h5", whole / 2);
  EXPECT_TRUE(
      contains(message_of<FileError>([&] { Hdf5Reader{folder / "a.h5"}; }),
               fmt::format("a.h5: the file is cut off: it has {} of its {} bytes", whole / 2, whole)));
}

TEST(Hdf5Failure, AFileWithAUserBlockThatIsCutOffSaysHowMuchIsThere) {
  const TemporaryFolder folder;
  plainly_write(
      folder / "a.h5", big, some_values(big), [](hid_t) {}, 4096);
  const auto whole = std::filesystem::file_size(folder / "a.h5");
  std::filesystem::resize_file(folder / "a.h5", whole / 2);
  EXPECT_TRUE(
      contains(message_of<FileError>([&] { Hdf5Reader{folder / "a.h5"}; }),
               fmt::format("a.h5: the file is cut off: it has {} of its {} bytes", whole / 2, whole)));
}

TEST(Hdf5Failure, PathsThatCannotBeOpenedSayWhy) {
  const TemporaryFolder folder;
  const auto reading = [](const std::filesystem::path& path) {
    return message_of<FileError>([&] { Hdf5Reader{path}; });
  };
  EXPECT_TRUE(contains(reading(folder / "none.h5"), "none.h5: No such file or directory"));
  EXPECT_TRUE(contains(reading(folder.path()), ": Is a directory"));
  EXPECT_TRUE(contains(failure_of_writing(folder / "no/a.h5"), "no/a.h5: No such file or directory"));
  write_file(folder / "text.h5", "This is no HDF5 file.\n");
  EXPECT_TRUE(contains(reading(folder / "text.h5"), "text.h5: "));
  write_file(folder / "empty.h5", "");
  EXPECT_TRUE(contains(reading(folder / "empty.h5"), "empty.h5: "));
}

// A small checkpoint with one object of every kind.
class Hdf5Damage : public testing::Test {
 protected:
  Hdf5Damage() {
    Hdf5Writer writer(folder_ / "good.h5");
    writer.attribute("model", std::string("model: automaton\n"));
    writer.attribute("step", std::uint64_t{1234});
    for (const Field& field : fields_) write_whole(writer, field, some_cells(field), 500);
    writer.close();
    good_ = read_file(folder_ / "good.h5");
  }

  // Returns true if the file reads as if it were undamaged, and false if the error says, on one line, that it
  // is damaged. Anything else fails the test.
  bool reads_well(const std::string& bytes) {
    std::filesystem::remove(folder_ /
                            "bad.h5");  // ext4 immediately flushes a file that was truncated and rewritten
    std::ofstream(folder_ / "bad.h5", std::ios::binary) << bytes;
    try {
      const Hdf5Reader reader(folder_ / "bad.h5");
      EXPECT_EQ(reader.text("model"), "model: automaton\n");
      EXPECT_EQ(reader.number("step"), 1234u);
      EXPECT_EQ(reader.fields(), fields_);
      for (const Field& field : fields_) EXPECT_EQ(read_whole(reader, field, 500), some_cells(field));
      return true;
    } catch (const FileError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(contains(message, "bad.h5: ") && !contains(message, "\n")) << message;
      return false;
    }
  }

  const TemporaryFolder folder_;
  const std::vector<Field> fields_ = {{"ages", ValueType::U16, {97, 1, 1}, 1},
                                      {"cells", ValueType::U8, {33, 47, 3}, 3}};
  std::string good_;
};

TEST_F(Hdf5Damage, CutShortAnywhereIsNoticed) {
  ASSERT_TRUE(reads_well(good_));
  for (std::size_t size = 0; size < good_.size(); size += 7)
    ASSERT_FALSE(reads_well(good_.substr(0, size))) << "cut to " << size << " of " << good_.size();
  EXPECT_FALSE(reads_well(good_.substr(0, good_.size() - 1)));
}

TEST_F(Hdf5Damage, ChangedBytesAreNoticedOrMeanNothing) {
  std::size_t noticed = 0;
  for (std::size_t place = 0; place < good_.size(); ++place) {
    std::string bad = good_;
    bad[place] = static_cast<char>(bad[place] ^ (1 << place % 8));
    if (!reads_well(bad)) ++noticed;
    if (HasFailure()) FAIL() << "byte " << place;
  }
  EXPECT_GT(noticed, good_.size() / 4);  // the remainder is unused space
}

TEST_F(Hdf5Damage, OverwrittenPagesAreNoticedOrMeanNothing) {
  for (std::size_t place = 0; place + 64 < good_.size(); place += 64)
    for (const char filling : {'\0', '\xff', 'a'}) {
      std::string bad = good_;
      bad.replace(place, 64, 64, filling);
      reads_well(bad);
      if (HasFailure()) FAIL() << "bytes from " << place;
    }
}

}  // namespace
}  // namespace morula::io
