#include "runner/series_plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plot/scale.h"
#include "plot/svg.h"

namespace morula::test {
namespace {

SeriesPlotSpec species() {
  SeriesPlotSpec how;
  how.figure = {"time (generations)", "generations", {{"sites", {{"red", "red", 1}, {"empty", "empty", 0}}}}};
  how.class_colours = {{255, 255, 255}, {220, 30, 30}};
  return how;
}

TEST(SeriesPlot, HasTheColoursOfTheFrames) {
  const io::CsvTable series("step,red,empty\n0,1,9\n10,2,8\n20,4,6\n", "s.csv");
  const auto figure = series_figure(series, species());
  ASSERT_TRUE(figure);
  EXPECT_EQ(figure->x.title, "time (generations)");
  ASSERT_EQ(figure->panels.size(), 1u);
  ASSERT_EQ(figure->panels[0].layers.size(), 2u);
  const auto& red = std::get<plot::Line>(figure->panels[0].layers[0]);
  EXPECT_EQ(red.name, "red");
  EXPECT_EQ(red.colour, (io::Colour{220, 30, 30}));
  EXPECT_EQ(red.x, (plot::Numbers{0, 10, 20}));
  EXPECT_EQ(red.y, (plot::Numbers{1, 2, 4}));
  EXPECT_NE(std::get<plot::Line>(figure->panels[0].layers[1]).colour, (io::Colour{255, 255, 255}))
      << "white would not be seen";
}

TEST(SeriesPlot, OfReplicasIsTheirMeanWithABand) {
  const io::CsvTable series("step,replica,red,empty\n0,0,1,1\n0,1,3,1\n10,0,4,1\n10,1,4,1\n", "s.csv");
  const auto figure = series_figure(series, species());
  ASSERT_TRUE(figure);
  ASSERT_EQ(figure->panels[0].layers.size(), 4u);
  const auto& band = std::get<plot::Band>(figure->panels[0].layers[0]);
  const auto& line = std::get<plot::Line>(figure->panels[0].layers[2]);
  EXPECT_EQ(line.y, (plot::Numbers{2, 4}));
  EXPECT_EQ(band.low[0], 1) << "the range of the replicas, which is less than a deviation";
  EXPECT_EQ(band.high[0], 3);
  EXPECT_EQ(band.high[1], 4);
  EXPECT_EQ(figure->caption,
            "Means of 2 replicas; bands are ± 1 standard deviation, within the range of the replicas.");
}

TEST(SeriesPlot, WithoutWordFromTheFamilyHasAPanelForEachColumn) {
  const io::CsvTable series("step,a,extinct_b\n0,1,\n10,2,\n", "s.csv");
  const auto figure = series_figure(series, {});
  ASSERT_TRUE(figure);
  ASSERT_EQ(figure->panels.size(), 1u) << "what has gaps is left out";
  EXPECT_EQ(figure->panels[0].y.title, "a");
  EXPECT_FALSE(series_figure(io::CsvTable("step,a\n", "s.csv"), {}));
}

TEST(SeriesPlot, DrawsWhatTheFamilyNamesWithItsGaps) {
  SeriesPlotSpec how;
  how.figure.panels = {{"velocity", {{"velocity"}}}, {"never", {{"never"}}}};
  const auto figure = series_figure(io::CsvTable("step,velocity,never\n0,,\n5,2,\n10,,\n", "s.csv"), how);
  ASSERT_TRUE(figure);
  ASSERT_EQ(figure->panels.size(), 1u) << "an empty column has no curve";
  const auto& line = std::get<plot::Line>(figure->panels[0].layers[0]);
  EXPECT_TRUE(std::isnan(line.y[0]) && line.y[1] == 2 && std::isnan(line.y[2]));
  const std::string text = plot::svg(*figure);
  EXPECT_NE(text.find("h3\""), std::string::npos) << "a point between two gaps is seen";
}

TEST(SeriesPlot, IsNotDrawnWhereStepsAreNoTime) {
  SeriesPlotSpec how = species();
  how.figure.is_over_time = false;
  EXPECT_FALSE(series_figure(io::CsvTable("step,red,empty\n0,1,9\n", "s.csv"), how));
}

TEST(SeriesPlot, EveryCurveHasANameOrIsCounted) {
  SeriesPlotSpec how;
  how.figure.panels.resize(3);
  std::string names = "step", row = "0";
  for (int i = 0; i < 35; ++i) {
    names += ",object_" + std::to_string(i);
    row += ",1";
    how.figure.panels[0].curves.push_back({"object_" + std::to_string(i)});
  }
  how.figure.panels[1].curves = how.figure.panels[2].curves = {{"object_0"}};
  const auto figure = series_figure(io::CsvTable(names + '\n' + row + '\n', "s.csv"), how);
  ASSERT_TRUE(figure);
  const std::string text = plot::svg(*figure);
  for (int i = 0; i < 32; ++i)
    EXPECT_NE(text.find(">object_" + std::to_string(i) + "</text>"), std::string::npos) << i;
  EXPECT_EQ(figure->caption, "3 further curves are in series.csv.");
  EXPECT_EQ(text.find("more</text>"), std::string::npos);
  EXPECT_TRUE(std::get<plot::Line>(figure->panels[0].layers[8]).dashed) << "colours come again";
}

TEST(SeriesPlot, AnEnergyNeedNotBeginAtZero) {
  SeriesPlotSpec how;
  how.figure.panels = {{"energy", {{"energy"}}, false}};
  const io::CsvTable series("step,energy\n0,900\n1,500\n", "s.csv");
  const auto axis = [&] { return series_figure(series, how)->panels[0].y; };
  EXPECT_GT(plot::shown_range(axis(), {500, 900}, true).low, 400);
  how.figure.panels[0].from_zero = true;
  EXPECT_EQ(plot::shown_range(axis(), {500, 900}, true).low, 0);
}

TEST(SeriesPlot, LeavesOutWhatNeverHappens) {
  const io::CsvTable series("step,red,empty\n0,1,0\n10,2,0\n", "s.csv");
  EXPECT_EQ(series_figure(series, species())->panels[0].layers.size(), 1u);
}

TEST(SeriesPlot, HasTheTimeOfTheRatesWhereThereIsOne) {
  SeriesPlotSpec how = species();
  how.has_time = true;
  const io::CsvTable series("step,time,red,empty\n0,0,1,1\n10,2.5,1,1\n", "s.csv");
  const auto figure = series_figure(series, how);
  EXPECT_EQ(figure->x.title, "time (unit of the rates)");
  EXPECT_EQ(std::get<plot::Line>(figure->panels[0].layers[0]).x, (plot::Numbers{0, 2.5}));
}

}  // namespace
}  // namespace morula::test
