#include "runner/series_plot.h"

#include <gtest/gtest.h>

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
