#include "core/error.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Error, AProblemIsOneLine) {
  EXPECT_EQ(to_string(Problem{{"model.yaml", 12, 5}, "rates.mobility", "is -0.5"}),
            "model.yaml:12:5: rates.mobility: is -0.5");
  EXPECT_EQ(to_string(Problem{{"model.yaml", 12, 0}, "", "is empty"}), "model.yaml:12: is empty");
  EXPECT_EQ(to_string(Problem{{"--set", 0, 0}, "steps", "is -1"}), "--set: steps: is -1");
  EXPECT_EQ(to_string(Problem{{}, "steps", "is -1"}), "steps: is -1");
  EXPECT_EQ(to_string(Problem{{}, "", "is empty"}), "is empty");
}

TEST(Error, ProblemsStandInTheOrderOfTheInput) {
  const SpecError error({{{"b.yaml", 1, 1}, "e", "5"},
                         {{"a.yaml", 10, 1}, "d", "4"},
                         {{"a.yaml", 2, 7}, "b", "2"},
                         {{"a.yaml", 2, 7}, "a", "3"},  // for the same place, in the order of the input
                         {{"a.yaml", 2, 3}, "c", "1"}});
  std::string order;
  for (const Problem& problem : error.problems()) order += problem.what;
  EXPECT_EQ(order, "12345");
  EXPECT_STREQ(error.what(),
               "a.yaml:2:3: c: 1\na.yaml:2:7: b: 2\na.yaml:2:7: a: 3\na.yaml:10:1: d: 4\nb.yaml:1:1: e: 5");
}

TEST(Error, WrongInputIsNotAFailedRun) {  // the exit codes 2 and 1 depend on it
  EXPECT_THROW(throw SpecError({"model.yaml", 1, 1}, "steps", "is -1"), std::runtime_error);
  try {
    throw SpecError({"model.yaml", 1, 1}, "steps", "is -1");
  } catch (const Error&) {
    FAIL() << "a SpecError is no Error";
  } catch (const SpecError& error) {
    EXPECT_STREQ(error.what(), "model.yaml:1:1: steps: is -1");
  }
  EXPECT_STREQ(FileError("out/series.csv", "No space left on device").what(),
               "out/series.csv: No space left on device");
}

TEST(Error, LongMessagesAreCutBetweenWords) {
  std::string words;
  while (words.size() < 700) words += "word ";
  EXPECT_TRUE(to_string(Problem{{}, "", words}).ends_with("word word …"));
  std::string letters;
  while (letters.size() < 700) letters += "λ";
  const std::string cut = to_string(Problem{{}, "", "x" + letters});
  EXPECT_TRUE(cut.ends_with("λλ…")) << cut;
}

}  // namespace
}  // namespace morula
