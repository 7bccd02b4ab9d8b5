#include "io/csv_table.h"

#include <gtest/gtest.h>

#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"

namespace morula::io {
namespace {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

TEST(CsvTable, ReadsItsColumns) {
  const CsvTable table("step,alive,dead\n0,1,2\n10,-3.5,4e2\n", "series.csv");
  EXPECT_EQ(table.names(), (Names{"step", "alive", "dead"}));
  EXPECT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.numbers("step"), (Values{0, 10}));
  EXPECT_EQ(table.numbers("alive"), (Values{1, -3.5}));
  EXPECT_EQ(table.numbers("dead"), (Values{2, 400}));
  EXPECT_TRUE(table.has("dead"));
  EXPECT_FALSE(table.has("Dead"));
}

TEST(CsvTable, ReadsWhatSpreadsheetsWrite) {
  const CsvTable table("\xEF\xBB\xBF\"step\", \"a, b\" ,\"say \"\"c\"\"\"\r\n0,+1.5,\"2\"\r\n\r\n1, 3 ,4",
                       "s.csv");
  EXPECT_EQ(table.names(), (Names{"step", "a, b", "say \"c\""}));
  EXPECT_EQ(table.numbers("a, b"), (Values{1.5, 3}));
  EXPECT_EQ(table.numbers("say \"c\""), (Values{2, 4}));
  EXPECT_EQ(table.line_of(1), 4) << "lines without cells count";
}

TEST(CsvTable, ColumnsThatAreNotAskedForMayHoldWords) {
  const CsvTable table("step,day,level\n0,monday,1\n1,tuesday,2\n", "tide.csv");
  EXPECT_EQ(table.numbers("level"), (Values{1, 2}));
  EXPECT_THROW(table.numbers("day"), SpecError);
}

TEST(CsvTable, ACellReadsBack) {
  for (const std::string text : {"red", "a, b", "say \"c\"", "", "\"", "a\"b,c"}) {
    const CsvTable table("step," + csv_cell(text) + "\n0,1\n", "t.csv");
    ASSERT_EQ(table.names().size(), 2u) << text;
    EXPECT_EQ(table.names()[1], text);
  }
}

TEST(CsvTable, AFileOfAnotherKindGetsTwentyProblemsAndNoMore) {
  std::string text = "step,a\n";
  for (int i = 0; i < 1000; ++i) text += "words\n";
  try {
    const CsvTable table(text, "letter.txt");
    FAIL() << "it was read";
  } catch (const SpecError& error) {
    EXPECT_EQ(error.problems().size(), 20u);
  }
}

TEST(CsvTable, AFileThatIsNotThereIsTheUsersError) {
  const TemporaryFolder folder;
  const std::string missing = (folder / "no.csv").string();
  EXPECT_EQ(message_of<SpecError>([&] { read_csv_table(missing); }), missing + ": No such file or directory");
  EXPECT_EQ(message_of<SpecError>([&] { read_csv_table(folder.path()); }),
            folder.path().string() + ": is not a file");
}

TEST(CsvTable, EveryBadFileGetsItsMessage) {
  test::expect_complaints("csv", ".csv", [](const std::string& text, const std::string& name) {
    const CsvTable table(text, name);
    for (const std::string& column : table.names()) table.numbers(column);
  });
}

}  // namespace
}  // namespace morula::io
