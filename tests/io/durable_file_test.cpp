#include "io/durable_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

namespace fs = std::filesystem;

TEST(DurableFile, TextComesBack) {
  const TemporaryFolder folder;
  std::string text = "line\n";
  for (int i = 0; i < 256; ++i) text += static_cast<char>(i);
  for (const std::string& content : {text, std::string(), std::string(1'000'000, 'x')}) {
    write_file(folder / "a.txt", content);
    EXPECT_EQ(read_file(folder / "a.txt"), content);
  }
  EXPECT_FALSE(fs::exists(folder / "a.txt.part"));
}

TEST(DurableFile, APendingFileIsSeenWhenItIsCommitted) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "old");
  {
    PendingFile pending(folder / "a.txt");
    EXPECT_EQ(pending.path().parent_path(), folder.path());  // a rename only works within one file system
    std::ofstream(pending.path()) << "new";
    EXPECT_EQ(read_file(folder / "a.txt"), "old");
    pending.commit();
    EXPECT_EQ(read_file(folder / "a.txt"), "new");
  }
  EXPECT_EQ(read_file(folder / "a.txt"), "new");
  EXPECT_FALSE(fs::exists(folder / "a.txt.part"));
}

TEST(DurableFile, WhatIsNotCommittedLeavesNothingBehind) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "old");
  {
    PendingFile pending(folder / "a.txt");
    std::ofstream(pending.path()) << "half of the n";
  }
  EXPECT_EQ(read_file(folder / "a.txt"), "old");
  EXPECT_FALSE(fs::exists(folder / "a.txt.part"));
}

TEST(DurableFile, ThePartOfAKilledProcessIsNoObstacle) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.txt.part") << "something longer that a killed process left behind";
  write_file(folder / "a.txt", "new");
  EXPECT_EQ(read_file(folder / "a.txt"), "new");
}

TEST(DurableFile, FailuresSayWhy) {
  const TemporaryFolder folder;
  const auto reading = [](const fs::path& path) { return message_of<FileError>([&] { read_file(path); }); };
  const auto writing = [](const fs::path& path) {
    return message_of<FileError>([&] { write_file(path, "x"); });
  };
  EXPECT_TRUE(contains(reading(folder / "none"), "none: No such file or directory"));
  EXPECT_TRUE(contains(reading(folder.path()), "Is a directory"));
  EXPECT_TRUE(contains(writing(folder / "no/a"), "No such file or directory"));
  fs::create_directories(folder / "taken/inside");
  EXPECT_TRUE(contains(writing(folder / "taken"), "Is a directory"));
  EXPECT_FALSE(fs::exists(folder / "taken.part"));
  EXPECT_THROW(PendingFile(folder / "never written").commit(), FileError);
}

TEST(DurableFile, AFullDeviceIsAFileError) {
  const TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder / "a.part");
  const std::string message = message_of<FileError>([&] { write_file(folder / "a", "x"); });
  EXPECT_TRUE(contains(message, "No space left on device")) << message;
  EXPECT_FALSE(fs::exists(folder / "a"));
}

TEST(DurableFile, APlaceInTheCurrentFolderHasAFolderToo) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  EXPECT_NO_THROW(write_file("a.txt", "x"));
  fs::current_path(before);
  EXPECT_EQ(read_file(folder / "a.txt"), "x");
}

}  // namespace
}  // namespace morula::io
