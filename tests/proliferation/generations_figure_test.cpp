#include "models/proliferation/observe/generations_figure.h"

#include <gtest/gtest.h>

#include <variant>

namespace morula {
namespace {

struct Curve {
  std::string name;
  plot::Numbers x, y;
  bool operator==(const Curve&) const = default;
};

std::vector<Curve> curves_of(const plot::Panel& panel) {
  std::vector<Curve> curves;
  for (const auto& layer : panel.layers) {
    const auto& line = std::get<plot::Line>(layer);
    curves.push_back({line.name, line.x, line.y});
  }
  return curves;
}

ProliferationSpec observed_every_ten(std::size_t types) {
  ProliferationSpec spec;
  spec.until = 25;
  spec.generations_every = 10;
  for (std::size_t type = 0; type < types; ++type)
    spec.types.push_back({"type" + std::to_string(type), 1.0 / static_cast<double>(types), {}, {}});
  return spec;
}

// Times 0, 10, 20 and 25; two types; three generations, the last of which never has a cell.
TEST(GenerationsFigure, ShowsLivingCellsOverTimeByGenerationAndByType) {
  const CellNumbers cells{{}, {8, 0, 0, 4, 0, 0, 5, 6, 0, 4, 0, 0, 1, 9, 0, 0, 2, 0, 0, 7, 0, 0, 3, 0}, 3};
  const plot::Figure figure = generations_figure(observed_every_ten(2), cells);
  const plot::Numbers times{0, 10, 20, 25};
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.x.title, "time (unit of until)");
  EXPECT_EQ(curves_of(figure.panels[0]), (std::vector<Curve>{{"generation 0", times, {12, 9, 1, 0}},
                                                             {"generation 1", times, {0, 6, 11, 10}}}));
  EXPECT_EQ(curves_of(figure.panels[1]), (std::vector<Curve>{{"all", times, {12, 15, 12, 10}},
                                                             {"type0", times, {8, 11, 10, 7}},
                                                             {"type1", times, {4, 4, 2, 3}}}));
}

TEST(GenerationsFigure, AddsUpGenerationsBeyondTheTwelfth) {
  std::vector<double> living(4 * 15, 1);
  const plot::Figure figure = generations_figure(observed_every_ten(1), {{}, living, 15});
  const std::vector<Curve> curves = curves_of(figure.panels[0]);
  ASSERT_EQ(curves.size(), 12u);
  EXPECT_EQ(curves[10].y, plot::Numbers(4, 1));
  EXPECT_EQ(curves[11], (Curve{"generation 11 and later", {0, 10, 20, 25}, plot::Numbers(4, 4)}));
}

}  // namespace
}  // namespace morula
