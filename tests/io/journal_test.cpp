// Whatever a crash leaves of a journal, its intact lines can be read again.
#include "io/journal.h"

#include <fstream>

#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

using Lines = std::vector<std::string>;

TEST(Journal, KeepsLines) {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "j");
    EXPECT_TRUE(journal.lines().empty());
    journal.append("one");
    journal.append("");
    journal.append("three and more");
    journal.sync();
  }
  Journal again(folder / "j");
  EXPECT_EQ(again.lines(), (Lines{"one", "", "three and more"}));
  again.append("four");
  EXPECT_EQ(read_journal(folder / "j").size(), 4u);
  EXPECT_TRUE(read_journal(folder / "none").empty());
}

TEST(Journal, CutAnywhereLosesOnlyTheLastLine) {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "whole");
    journal.append("first");
    journal.append("second");
  }
  const std::string text = read_file(folder / "whole");
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::ofstream(folder / "cut", std::ios::binary) << text.substr(0, size);
    const std::size_t first = text.find('\n') + 1;
    const std::size_t kept = size == text.size() ? 2 : size >= first ? 1 : 0;
    {
      Journal journal(folder / "cut");
      ASSERT_EQ(journal.lines().size(), kept) << size;
      journal.append("third");
    }
    const Lines lines = read_journal(folder / "cut");
    ASSERT_EQ(lines.size(), kept + 1);
    EXPECT_EQ(lines.back(), "third");
  }
}

TEST(Journal, GarbageInTheMiddleCostsItsOwnLine) {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "j");
    for (const char* line : {"first", "second", "third"}) journal.append(line);
  }
  std::string text = read_file(folder / "j");
  text[text.find("second") + 2] = '\0';
  std::ofstream(folder / "j", std::ios::binary) << text;
  EXPECT_EQ(Journal(folder / "j").lines(), (Lines{"first", "third"}));
}

}  // namespace
}  // namespace morula::io
