// Files are distinguished by their names: only named files are ever removed.
#include "io/named_files.h"

#include <gtest/gtest.h>

#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

namespace fs = std::filesystem;

TEST(NamedFiles, MatchStepsAndAnyWordsWithinAFolder) {
  EXPECT_TRUE(matches("frames/000000100.png", "frames/#.png"));
  EXPECT_TRUE(matches("frames/1000000100.png", "frames/#.png"));
  EXPECT_FALSE(matches("frames/100.png", "frames/#.png")) << "a user's name";
  EXPECT_FALSE(matches("frames/000000100-best.png", "frames/#.png"));
  EXPECT_TRUE(matches("runs/00ff/3/series.csv", "runs/*/*/series.csv"));
  EXPECT_FALSE(matches("runs/00ff/series.csv", "runs/*/*/series.csv"));
  EXPECT_FALSE(matches("series.csv.old", "series.csv"));
}

class NamedFilesInFolder : public testing::Test {
 protected:
  void write(const std::string& name) const {
    fs::create_directories((folder_.path() / name).parent_path());
    write_file(folder_.path() / name, name);
  }
  TemporaryFolder folder_;
  const FileNames names_ = {"series.csv", "frames/#.png", "frames/legend.svg"};
};

TEST_F(NamedFilesInFolder, AreRemovedAndAllOthersStay) {
  for (const char* name : {"series.csv", "series.csv.part", "frames/000000000.png", "frames/legend.svg",
                           "frames/best.png", "notes.txt", "thesis/one.tex", "thesis/two.tex"})
    write(name);
  const std::vector<std::string> unnamed = {"frames/best.png", "notes.txt", "thesis/"};
  EXPECT_EQ(find_files(folder_.path(), names_).named.size(), 4u);
  EXPECT_EQ(find_files(folder_.path(), names_).others, unnamed);
  remove_named(folder_.path(), names_);
  EXPECT_EQ(find_files(folder_.path(), names_).named.size(), 0u);
  for (const char* name : {"frames/best.png", "notes.txt", "thesis/one.tex", "thesis/two.tex"})
    EXPECT_EQ(read_file(folder_.path() / name), name);
}

TEST_F(NamedFilesInFolder, TakeTheirEmptyFolderWithThem) {
  write("frames/000000000.png");
  fs::create_directory(folder_.path() / "empty");
  remove_named(folder_.path(), names_);
  EXPECT_FALSE(fs::exists(folder_.path() / "frames"));
  EXPECT_TRUE(fs::exists(folder_.path() / "empty")) << "it was the user's";
}

TEST_F(NamedFilesInFolder, LeaveEmptyFoldersThatCanBeRemoved) {
  write("runs/a/notes.txt");
  fs::create_directories(folder_.path() / "runs/b/c");
  remove_empty_folders(folder_.path() / "runs");
  EXPECT_TRUE(fs::exists(folder_.path() / "runs/a/notes.txt"));
  EXPECT_FALSE(fs::exists(folder_.path() / "runs/b"));
}

TEST_F(NamedFilesInFolder, AreNotLookedForBehindLinks) {
  write("elsewhere/000000000.png");
  fs::create_directory_symlink("elsewhere", folder_.path() / "frames");
  remove_named(folder_.path(), names_);
  EXPECT_TRUE(fs::exists(folder_.path() / "frames/000000000.png"));
}

TEST(ShortList, FitsOnALine) {
  EXPECT_EQ(short_list({"a", "b/"}), "a, b/");
  EXPECT_EQ(short_list({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e and 2 more");
}

}  // namespace
}  // namespace morula::io
