// The rows of the series for the curves of a page, and the curves of a second model.
#include "serve/curve_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/spec.h"
#include "runner/series_plot.h"
#include "serve/shown_curves.h"

namespace {

using namespace morula;
using namespace morula::serve;

constexpr std::uint64_t any_step = ~std::uint64_t{0};

Row row_of(std::uint64_t red, std::uint64_t blue) { return {red, blue}; }

TEST(CurveRows, LeaveOutALineThatIsNotComplete) {
  CurveRows rows;
  for (const char* const unfinished : {"", "2", "20", "20,", "20,7", "20,7,"}) {
    rows.begin({"step", "red", "blue"}, std::string("step,red,blue\n0,1,2\n10,3,4\n") + unfinished, any_step);
    EXPECT_EQ(rows.text(), "step,red,blue\n0,1,2\n10,3,4\n") << unfinished;
  }
  rows.begin({"step", "red", "blue"}, "step,red,blue\n0,1,2\n10,3,4\n20,7,5\n", any_step);
  EXPECT_EQ(rows.text(), "step,red,blue\n0,1,2\n10,3,4\n20,7,5\n");
  rows.begin({"step", "red", "blue"}, "step,re", any_step);
  EXPECT_EQ(rows.text(), "step,red,blue\n");
}

TEST(CurveRows, OfASecondModelBeginWithTheLastRowOfTheFirst) {
  CurveRows rows;
  rows.begin({"step", "red", "blue"}, "", 0);
  rows.add(0, {}, {row_of(1, 2)});
  rows.add(10, {}, {row_of(3, 4)});
  EXPECT_EQ(rows.text_beside(), "step,red,blue\n");
  rows.begin_beside();
  rows.add(20, {}, {row_of(5, 6)}, {row_of(7, 8)});
  EXPECT_EQ(rows.text(), "step,red,blue\n0,1,2\n10,3,4\n20,5,6\n");
  EXPECT_EQ(rows.text_beside(), "step,red,blue\n10,3,4\n20,7,8\n");
  rows.end_beside();
  EXPECT_EQ(rows.text_beside(), "step,red,blue\n");
}

TEST(CurveRows, OfASecondModelAreThinnedWithThoseOfTheFirst) {
  CurveRows rows;
  rows.begin({"step", "red", "blue"}, "", 0);
  rows.add(0, {}, {row_of(0, 0)});
  for (std::uint64_t time = 1; time < 9000; ++time) {
    if (time == 777) rows.begin_beside();
    rows.add(time, {}, {row_of(1, 2)}, time < 777 ? std::vector<Row>() : std::vector<Row>{row_of(3, 4)});
  }
  const std::vector<double> first = io::CsvTable(rows.text(), "first").numbers("step"),
                            second = io::CsvTable(rows.text_beside(), "second").numbers("step");
  ASSERT_GT(second.size(), 1000u);
  ASSERT_LT(second.size(), first.size());
  EXPECT_EQ(second,
            std::vector<double>(first.end() - static_cast<std::ptrdiff_t>(second.size()), first.end()));
}

TEST(ShownCurves, OfASecondModelAreDashedInThePanelsOfTheFirst) {
  SeriesPlotSpec how;
  how.figure.panels = {{"cells", {{"red"}, {"blue"}, {"green"}}}};
  auto figure =
      series_figure(io::CsvTable("step,red,blue,green\n0,1,2,8\n10,3,4,8\n20,5,6,9\n", "first"), how);
  const auto beside = series_figure(io::CsvTable("step,red,blue,green\n10,3,0,8\n20,7,0,9\n", "second"), how);
  ASSERT_TRUE(figure && beside);
  add_lines_beside(*figure, *beside, R"({"set": {"membrane.choice": "random"}})");
  ASSERT_EQ(figure->panels.size(), 1u);
  EXPECT_EQ(names_of_lines(*figure), (std::vector<std::string>{"red", "blue", "green", "red, second run"}));
  const auto& first = std::get<plot::Line>(figure->panels[0].layers[0]);
  const auto& second = std::get<plot::Line>(figure->panels[0].layers[3]);
  EXPECT_TRUE(second.dashed);
  EXPECT_EQ(second.colour, first.colour);
  EXPECT_EQ(second.x, first.x);
  EXPECT_TRUE(std::isnan(second.y[0]));
  EXPECT_EQ(second.y[1], 3);
  EXPECT_EQ(second.y[2], 7);
  EXPECT_EQ(figure->caption,
            "Dashed curves: the second run, with membrane.choice random. Curves that are equal in both runs "
            "are drawn once.");
}

}  // namespace
