// One figure with every kind of layer, as shown in plot/README.md. To draw it again:
// MORULA_REDRAW=1 build/release/tests/plot_tests --gtest_filter=Layers.*
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "io/durable_file.h"
#include "plot/colours.h"
#include "plot/svg.h"

namespace morula::plot {
namespace {

Panel curves() {
  const std::vector<io::Colour> colours = curve_colours(3);
  Band band{"± 1 standard deviation", colours[0], {}, {}, {}};
  Points points{"measured, with its 95 % interval", colours[2], {}, {}, {}, {}};
  Line line{"mean", colours[0], {}, {}};
  for (int i = 1; i <= 9; ++i) {
    const double x = 0.1 * i, y = 0.3 + 0.5 * x * x;
    line.x.push_back(x);
    line.y.push_back(y);
    band.x.push_back(x);
    band.low.push_back(y - 0.08);
    band.high.push_back(y + 0.08);
    points.x.push_back(x);
    points.y.push_back(y + (i % 2 == 0 ? 0.05 : -0.04));
    points.low.push_back(points.y.back() - 0.04 - 0.01 * i);
    points.high.push_back(points.y.back() + 0.06);
  }
  return {{"density of differing sites"}, {band, line, points}};
}

Panel histogram() {
  Steps filled{"all", muted, {}, {}, true}, outline{"fast", curve_colours(4)[3], {}, {}};
  for (int i = 0; i <= 18; ++i) {
    filled.edges.push_back(0.05 * i);
    outline.edges.push_back(0.05 * i);
    if (i == 18) break;
    filled.heights.push_back(i * (18 - i));
    outline.heights.push_back(i < 6 ? 0 : (i - 6) * (18 - i) / 2);
  }
  return {{"cells"}, {filled, outline}};
}

// One value is missing and is left blank.
Panel heat_map() {
  HeatMap map;
  map.title = "entropy (nats)";
  for (int i = 0; i <= 12; ++i) map.x_edges.push_back(0.075 * i);
  for (int j = 0; j <= 6; ++j) map.y_edges.push_back(0.1 * j);
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 12; ++i)
      map.values.push_back(i == 5 && j == 3 ? NAN : 1.4 - 0.01 * (i - 6) * (i - 6) - 0.1 * j);
  return {{"predation"}, {map}};
}

TEST(Layers, AreThoseOfThePicture) {
  Figure figure;
  figure.title = "Every kind of layer";
  figure.x.title = "mobility";
  figure.panels = {curves(), histogram(), heat_map()};
  figure.caption = "Made-up numbers.";
  const std::filesystem::path picture = MORULA_SOURCE_DIR "/docs/pictures/layers.svg";
  if (std::getenv("MORULA_REDRAW") != nullptr) io::write_file(picture, svg(figure));
  EXPECT_EQ(svg(figure), io::read_file(picture));
}

}  // namespace
}  // namespace morula::plot
