// The figure of the series of a tissue.
#include <gtest/gtest.h>

#include "models/potts/observe/cell_series.h"
#include "tests/potts/cases.h"

namespace morula::test {
namespace {

std::vector<std::string> titles_of(const SeriesFigure& figure) {
  std::vector<std::string> titles;
  for (const SeriesPanel& panel : figure.panels) titles.push_back(panel.title);
  return titles;
}

// The wall has a thousand times the sites of a cell. In one panel with it, other volumes would look constant.
TEST(CellFigure, AWallHasNoCurveAmongTheVolumes) {
  PottsSpec spec = two_kinds({16, 16, 1}, 2, {}, 16);
  spec.types.push_back({"wall"});
  spec.types.back().fixed = true;
  const SeriesFigure figure = potts::cell_figure(spec);
  const SeriesPanel& volumes = figure.panels.at(2);
  ASSERT_EQ(volumes.title, "mean volume (sites)");
  ASSERT_EQ(volumes.curves.size(), 2u);
  EXPECT_EQ(volumes.curves[0].column, "volume_light");
  EXPECT_EQ(volumes.curves[1].column, "volume_dark");
}

TEST(CellFigure, TheEnergyHasAPanelOfItsOwnThatNeedNotBeginAtZero) {
  PottsSpec spec = two_kinds({16, 16, 1}, 2, {}, 16);
  const SeriesFigure figure = potts::cell_figure(spec);
  EXPECT_EQ(titles_of(figure),
            (std::vector<std::string>{"energy", "terms of the energy", "mean volume (sites)",
                                      "contacts (pairs of sites)"}));
  EXPECT_FALSE(figure.panels[0].from_zero);
  EXPECT_EQ(figure.panels[0].curves.size(), 1u);
  for (const std::size_t type : {1u, 2u}) set_volume(spec, type, std::nullopt);
  EXPECT_EQ(titles_of(potts::cell_figure(spec))[1], "mean volume (sites)") << "adhesion is all of the energy";
}

}  // namespace
}  // namespace morula::test
