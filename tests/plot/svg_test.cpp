// Figures as text: every element is closed, nothing is lost, and text remains text.
#include "plot/svg.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plot/colours.h"
#include "plot/legend.h"
#include "plot/svg_writer.h"

namespace morula::plot {
namespace {

std::size_t times(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void expect_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
      continue;
    }
    ASSERT_FALSE(open.empty());
    ASSERT_EQ(tag.substr(1), open.back());
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
  EXPECT_FALSE(has(text, "nan") || has(text, "inf\"")) << text;
}

Figure two_curves() {
  Figure figure;
  figure.title = "Lotka & Volterra";
  figure.x.title = "time (generations)";
  figure.panels = {{{"individuals"},
                    {Line{"red", {220, 30, 30}, {0, 1, 2}, {10, 20, 15}},
                     Line{"a<b", {35, 70, 220}, {0, 1, 2}, {5, 1, 3}}}}};
  return figure;
}

TEST(Svg, HasTitlesNumbersAndALegendAsText) {
  const std::string text = svg(two_curves());
  expect_well_formed(text);
  for (const char* part :
       {">Lotka &amp; Volterra</text>", ">time (generations)</text>", ">individuals</text>", ">red</text>",
        ">a&lt;b</text>", ">0</text>", ">20</text>", "stroke=\"#dc1e1e\""})
    EXPECT_TRUE(has(text, part)) << part;
  EXPECT_EQ(times("<path d=\"M", text), 4u) << "two curves, and their samples in the legend";
}

TEST(Svg, IsTheSameEachTime) { EXPECT_EQ(svg(two_curves()), svg(two_curves())); }

TEST(Svg, PanelsHaveAxesOfTheirOwnAndOneBelow) {
  Figure figure = two_curves();
  figure.panels.push_back({{"entropy (nats)"}, {Line{"", {0, 0, 0}, {0, 1, 2}, {1.0, 1.05, 1.08}}}});
  const std::string text = svg(figure);
  expect_well_formed(text);
  EXPECT_TRUE(has(text, ">entropy (nats)</text>"));
  EXPECT_EQ(times(">time (generations)</text>", text), 1u);
  EXPECT_TRUE(has(text, ">1.04</text>")) << "0 is far away";
}

TEST(Svg, GapsBreakALine) {
  Figure figure;
  figure.panels = {{{""}, {Line{"", {}, {0, 1, 2, 3, 4}, {1, 2, NAN, 2, 1}}}}};
  const std::string text = svg(figure);
  expect_well_formed(text);
  const std::size_t path = text.find("<path d=\"");
  EXPECT_EQ(times("M", text.substr(path, text.find('"', path + 9) - path)), 2u);
}

TEST(Svg, ALogarithmicAxisLeavesOutWhatItCannotShow) {
  Figure figure;
  figure.x.logarithmic = true;
  figure.panels = {{{"share", true}, {Steps{"measured", {0, 114, 178}, {1, 10, 100, 1000}, {0, 0.5, 0.25}}}}};
  const std::string text = svg(figure);
  expect_well_formed(text);
  EXPECT_TRUE(has(text, ">1000</text>"));
}

TEST(Svg, EveryKindOfLayerIsDrawn) {
  Figure figure;
  figure.panels = {{{"a"},
                    {Band{"band", {0, 158, 115}, {0, 1, 2}, {0, 1, 0}, {2, 3, 2}},
                     Points{"points", {213, 94, 0}, {0, 1, 2}, {1, 2, 1}, {0.5, 1.5, 0.5}, {1.5, 2.5, 1.5}},
                     Steps{"steps", {0, 0, 0}, {0, 1, 2}, {1, 2}, true}}},
                   {{"b"}, {HeatMap{{0, 1, 2}, {0, 1}, {3, 4}, "density"}}}};
  figure.caption = "bands: ± 1 sd";
  const std::string text = svg(figure);
  expect_well_formed(text);
  for (const char* part : {"fill-opacity=\"0.22\"", "<circle", "fill-opacity=\"0.35\"", ">density</text>",
                           ">bands: ± 1 sd</text>"})
    EXPECT_TRUE(has(text, part)) << part;
  EXPECT_EQ(times("<circle", text), 4u) << "three points and one in the legend";
}

TEST(Svg, ColoursOfAHeatMapHaveTheLimitsThatItIsGiven) {
  Figure figure;
  HeatMap map{{0, 1, 2}, {0, 1}, {0, 0}, "fraction"};
  figure.panels = {{{"b"}, {map}}};
  EXPECT_TRUE(has(svg(figure), ">−1.0</text>"));
  map.from = 0;
  map.to = 1;
  figure.panels = {{{"b"}, {map}}};
  EXPECT_FALSE(has(svg(figure), ">−1.0</text>"));
  EXPECT_TRUE(has(svg(figure), ">0.4</text>")) << svg(figure);
}

TEST(Svg, OfNothingIsAFrame) {
  Figure figure;
  figure.panels = {{{"cells"}, {}}};
  expect_well_formed(svg(figure));
  figure.panels.front().layers = {Line{"", {}, {5}, {7}}};
  expect_well_formed(svg(figure));
}

TEST(Svg, ManyBinsAndPointsStaySmall) {
  Numbers edges, heights, x, y;
  for (int i = 0; i <= 100'000; ++i) edges.push_back(i);
  heights.assign(100'000, 1);
  for (int i = 0; i < 1'000'000; ++i) {
    x.push_back(i);
    y.push_back(i % 97);
  }
  Figure figure;
  figure.panels = {{{""}, {Steps{"", {}, edges, heights}}}, {{""}, {Line{"", {}, x, y}}}};
  EXPECT_LT(svg(figure).size(), 100'000u);
}

TEST(Coordinates, AreShort) {
  EXPECT_EQ(coordinate(3), "3");
  EXPECT_EQ(coordinate(3.5), "3.5");
  EXPECT_EQ(coordinate(-0.126), "-0.13");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(12.05), "12.05");
}

TEST(Colours, ColumnsNamedAfterAColourHaveIt) {
  const auto colours = colours_named({"red", "density_blue", "entropy", "x"});
  EXPECT_EQ(colours[0], (io::Colour{220, 30, 30}));
  EXPECT_EQ(colours[1], (io::Colour{35, 70, 220}));
  EXPECT_EQ(colours[2], curve_colours(2)[1]) << "the first is a blue, which is taken";
  EXPECT_NE(colours[3], colours[2]);
}

TEST(Colours, LightOnesAreDarkerAsLines) {
  EXPECT_EQ(as_line({220, 30, 30}), (io::Colour{220, 30, 30}));
  EXPECT_NE(as_line({255, 255, 0}), (io::Colour{255, 255, 0}));
}

TEST(Legend, NamesEachColour) {
  const std::string text = legend_svg("state", {{"empty", {255, 255, 255}}, {"red", {220, 30, 30}}});
  expect_well_formed(text);
  for (const char* part : {">state</text>", ">empty</text>", ">red</text>", "fill=\"#dc1e1e\""})
    EXPECT_TRUE(has(text, part)) << part;
  std::vector<LegendEntry> many;
  for (int i = 0; i < 200; ++i) many.push_back({"species_" + std::to_string(i), {1, 2, 3}});
  EXPECT_TRUE(has(legend_svg("state", many), "… and 136 more"));
}

TEST(Legend, OfAGradientHasItsEnds) {
  const std::string text = legend_svg("activation", {{"never", {68, 1, 84}}},
                                      {{{0, 0, 0}, {255, 255, 255}}, "earliest", "latest"});
  expect_well_formed(text);
  for (const char* part : {">never</text>", ">earliest</text>", ">latest</text>"})
    EXPECT_TRUE(has(text, part)) << part;
}

}  // namespace
}  // namespace morula::plot
