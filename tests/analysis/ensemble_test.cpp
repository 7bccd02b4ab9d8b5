#include "analysis/ensemble.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

using io::message_of;

class EnsembleOf : public testing::Test {
 protected:
  // Writes a file with rows 0, 1, 2, …, whose texts `row` gives.
  std::string file(const std::string& name, const std::string& header, int rows,
                   const std::function<std::string(int)>& row) const {
    std::string text = header + '\n';
    for (int i = 0; i < rows; ++i) text += row(i) + '\n';
    io::write_file(folder_ / name, text);
    return (folder_ / name).string();
  }
  std::string plain(const std::string& name = "s.csv", int rows = 101) const {
    return file(name, "step,red,blue", rows,
                [](int i) { return fmt::format("{},{},{}", 10 * i, i * i, -i); });
  }
  static std::string refusal(const SeriesChoice& choice) {
    return message_of<SpecError>([&] { read_ensemble(choice); });
  }

  io::TemporaryFolder folder_;
};

TEST_F(EnsembleOf, OneFileIsEveryColumnButItsSteps) {
  const Ensemble ensemble = read_ensemble({{plain()}, {}, "step", {}, {}});
  EXPECT_EQ(ensemble.columns, (std::vector<std::string>{"red", "blue"}));
  EXPECT_EQ(ensemble.start, 0);
  EXPECT_EQ(ensemble.spacing, 10);
  EXPECT_EQ(ensemble.points, 101u);
  EXPECT_EQ(ensemble.duration(), 1000);
  ASSERT_EQ(ensemble.members.size(), 1u);
  EXPECT_EQ(ensemble.members[0].series[0][7], 49);
  EXPECT_EQ(ensemble.members[0].series[1][7], -7);
}

TEST_F(EnsembleOf, AWindowHasBothItsEnds) {
  const Ensemble window = read_ensemble({{plain()}, {"blue"}, "step", 200, 305});
  EXPECT_EQ(window.start, 200);
  EXPECT_EQ(window.points, 31u) << "200, 210, … 500";
  EXPECT_EQ(window.members[0].series[0].front(), -20);
  EXPECT_EQ(window.members[0].series[0].back(), -50);
}

TEST_F(EnsembleOf, FilesAndReplicasAreMembers) {
  const auto replicas = file("r.csv", "step,replica,red", 3 * 40, [](int i) {
    return fmt::format("{},{},{}", 10 * (i / 3), 5 + i % 3, 1000 * (i % 3) + i / 3);  // interleaved
  });
  const Ensemble ensemble = read_ensemble({{replicas, plain("s.csv", 40)}, {"red"}, "step", {}, {}});
  ASSERT_EQ(ensemble.members.size(), 4u);
  EXPECT_EQ(ensemble.members[1].name, replicas + ", replica 6");
  EXPECT_EQ(ensemble.members[1].series[0][9], 1009);
  EXPECT_EQ(ensemble.members[2].series[0][39], 2039);
  EXPECT_EQ(ensemble.members[3].series[0][9], 81);
}

TEST_F(EnsembleOf, TimesMayBeDecimalsInAnyColumn) {
  const auto decimals = file("t.csv", "day,hours,level", 50,
                             [](int i) { return fmt::format("monday,{:.2f},{}", 0.1 * i, i % 7); });
  const Ensemble tide = read_ensemble({{decimals}, {"level"}, "hours", 1, 2.5});
  EXPECT_NEAR(tide.spacing, 0.1, 1e-12);
  EXPECT_EQ(tide.points, 26u);
}

TEST_F(EnsembleOf, ALastRowAtAnOddStepIsLeftOutByAWindow) {
  const auto odd =
      file("o.csv", "step,red", 30, [](int i) { return fmt::format("{},{}", i < 29 ? 10 * i : 283, i); });
  EXPECT_EQ(
      refusal({{odd}, {}, "step", {}, {}}),
      odd +
          ":31: time 283 follows 280; must be even steps (of 10 here): choose a window that has them, and "
          "tell runs in one file apart by a column 'replica'");
  EXPECT_EQ(read_ensemble({{odd}, {}, "step", 0, 280}).points, 29u);
}

TEST_F(EnsembleOf, RunsOneAfterTheOtherNeedReplicas) {
  const auto two_runs =
      file("two.csv", "step,red", 60, [](int i) { return fmt::format("{},{}", i % 30, i); });
  EXPECT_TRUE(refusal({{two_runs}, {}, "step", {}, {}})
                  .starts_with(two_runs + ":32: time 0 follows 29; must be even steps"));
}

TEST_F(EnsembleOf, MissingColumnsAreAllNamed) {
  const std::string at = plain();
  EXPECT_EQ(refusal({{at}, {"rad", "blue", "green"}, "stop", {}, {}}),
            at + ": --time: no column 'stop'; must be one of step, red, blue; did you mean 'step'?\n" +  //
                at + ": --column: no column 'rad'; must be one of step, red, blue; did you mean 'red'?\n" +
                at + ": --column: no column 'green'; must be one of step, red, blue");
}

TEST_F(EnsembleOf, WindowsOutsideTheSeriesAreRefused) {
  const std::string at = plain();
  EXPECT_EQ(refusal({{at}, {}, "step", 900, 200}), at + ": the window from 900 to 1100 is not within the "
                                                        "series, which goes from 0 to 1000; change --from or "
                                                        "--length");
  const double nan = std::stod("nan");
  for (const auto& [from, length] :
       std::vector<std::pair<double, double>>{{-10, 50}, {0, 0}, {500, -20}, {nan, 9}, {0, nan}})
    EXPECT_NE(refusal({{at}, {}, "step", from, length}).find("is not within the series"), std::string::npos)
        << from << ' ' << length;
  EXPECT_EQ(refusal({{at}, {}, "step", 900, 50}), at + ": has 6 points in the window; must have at least 16: "
                                                       "choose a longer window, or record more often");
}

TEST_F(EnsembleOf, AConstantColumnHasNoCorrelation) {
  const auto flat =
      file("flat.csv", "step,red,white", 30, [](int i) { return fmt::format("{},{},7", i, i); });
  EXPECT_EQ(
      refusal({{flat}, {}, "step", {}, {}}),
      flat +
          ": white: is 7 throughout the window; a correlation needs a column that varies: choose others with "
          "--column, or another window");
  EXPECT_EQ(read_ensemble({{flat}, {"red"}, "step", {}, {}}).points, 30u);
}

TEST_F(EnsembleOf, FiguresThatCannotBeSquaredAreRefused) {
  const auto rows = [&](const std::string& step, const std::string& value) {
    return file("x.csv", "step,red", 40,
                [&](int i) { return fmt::format("{}{},{}{}", i, step, i % 5, value); });
  };
  for (const std::string value : {"e200", "e-200", "e300"})
    EXPECT_NE(refusal({{rows("", value)}, {}, "step", {}, {}})
                  .find("must vary by at least 1e-100 and stay within 1e+100"),
              std::string::npos);
  for (const std::string step : {"e200", "e-200", "e306"})
    EXPECT_NE(refusal({{rows(step, "")}, {}, "step", {}, {}}).find("must be even steps"), std::string::npos);
  EXPECT_EQ(read_ensemble({{rows("e90", "e90")}, {}, "step", {}, {}}).points, 40u);
}

TEST_F(EnsembleOf, MembersOfOtherTimesAreRefused) {
  const std::string a = plain("a.csv", 50), b = plain("b.csv", 60);
  EXPECT_EQ(refusal({{a, b}, {}, "step", {}, {}}),
            b + ": has 60 steps from 0 by 10, where " + a +
                " has 50 from 0 by 10; give a window that both have with --from and --length");
  EXPECT_EQ(read_ensemble({{a, b}, {}, "step", 0, 400}).members.size(), 2u);
}

TEST_F(EnsembleOf, FilesWithoutSeriesAreRefused) {
  const auto none = file("none.csv", "step,red", 0, {});
  EXPECT_EQ(refusal({{none}, {}, "step", {}, {}}), none + ": has a header and no rows; a series needs some");
  const auto steps = file("steps.csv", "step,replica", 20, [](int i) { return fmt::format("{},0", i); });
  EXPECT_EQ(refusal({{steps}, {}, "step", {}, {}}), steps + ": has no column to analyse beside its times");
}

}  // namespace
}  // namespace morula::test
