#include "models/proliferation/read/histogram_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"

namespace morula::test {
namespace {

TEST(HistogramText, ColumnsMayBeSeparatedInAnyWay) {
  const Histogram expected = {{1.5, 2}, {10, 30}};
  for (const std::string text : {"1.5\t2\n10\t30\n", "1.5 2\n10 30", "1.5,2\r\n10,30\r\n",
                                 "  1.5 , 2\n\t10\t,\t30  \n", "1.5 2\r10 30\r",
                                 "\xEF\xBB\xBF"
                                 "1.5 2\n\n\n10  30\n",
                                 "1.5,2,,\n10,30,,\n", "+1.5 2.0\n1e1 3e1\n"})
    EXPECT_EQ(read_histogram_text(text, "a.txt"), expected) << text;
}

TEST(HistogramText, CommentsAndOneHeaderLineAreSkipped) {
  const Histogram expected = {{1, 2}, {3, 4}};
  for (const std::string text :
       {"# made by hand\nfluorescence count\n1 2 # two\n#\n  # more\n3 4#four", "FL1-H,\"Count\"\n1,2\n3,4\n",
        "Channel 1 (log)\tcells\n1\t2\n3\t4\n", "GFP\n1 2\n3 4\n"})
    EXPECT_EQ(read_histogram_text(text, "a.txt"), expected) << text;
}

TEST(HistogramText, AxesMayBeginBelowZeroAndRowsOfZeroAreLeftOut) {
  EXPECT_EQ(read_histogram_text("-100 0\n-20.5 3\n-1 0\n0 4\n1 0\n", "a.txt"),
            (Histogram{{-20.5, 3}, {0, 4}}));
  const Histogram zero = read_histogram_text("-1 1\n-0.0 1\n", "a.txt");
  EXPECT_FALSE(std::signbit(zero[1].fluorescence));
}

TEST(HistogramText, CountsAreExactToTheLargest) {
  EXPECT_EQ(read_histogram_text("1 1099511627775\n2 1\n", "a.txt"), (Histogram{{1, most_cells - 1}, {2, 1}}));
  EXPECT_EQ(io::message_of<SpecError>([] { read_histogram_text("1 1099511627776\n2 1\n3 1\n", "a.txt"); }),
            "a.txt:2:3: count: makes more than 1099511627776 cells; scale the counts down, or take a sample");
}

TEST(HistogramText, AFileOfAnotherKindGetsTwentyProblemsAndNoMore) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "some words here\n";
  try {
    read_histogram_text(text, "letter.txt");
    FAIL() << "the file was accepted";
  } catch (const SpecError& error) {
    EXPECT_EQ(error.problems().size(), 20u);
  }
}

// A file with a line for every event of a sample is not a histogram: its counters would fill the memory.
TEST(HistogramText, MoreRowsThanAHistogramHasAreRefused) {
  std::string text;
  for (int i = 0; i < 1 << 20; ++i) text += std::to_string(i) + " 1\n";
  EXPECT_EQ(read_histogram_text(text, "a.txt").size(), std::size_t{1} << 20);
  EXPECT_EQ(io::message_of<SpecError>([&] { read_histogram_text(text + "2e6 1\n3e6 1\n", "a.txt"); }),
            "a.txt:1048577:1: is beyond the 1048576 rows of a histogram; gather the cells into bins");
}

TEST(HistogramText, BytesThatAreNoTextAreSaidOnce) {
  EXPECT_EQ(
      io::message_of<SpecError>([] { read_histogram_text(std::string("1 2\n\x89PNG\0\0\1", 11), "a.png"); }),
      "a.png:2:5: holds byte 0x00, which is not text; must be two columns of numbers or an FCS file");
}

TEST(HistogramText, EveryBadHistogramGetsItsMessage) {
  expect_complaints("histogram", ".tsv", [](const std::string& text, const std::string& name) {
    read_histogram_text(text, name);
  });
}

}  // namespace
}  // namespace morula::test
