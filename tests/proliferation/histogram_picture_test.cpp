#include "models/proliferation/observe/histogram_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace morula::test {
namespace {

constexpr io::Colour shape_colour = {178, 205, 232}, outline_colour = {196, 78, 20},
                     axis_colour = {90, 90, 90};

std::vector<double> hill(unsigned bins, double centre, double height) {
  std::vector<double> values(bins);
  for (unsigned j = 0; j < bins; ++j) values[j] = height * std::exp(-std::pow((j - centre) / 8, 2));
  return values;
}

std::uint32_t columns_with(io::Image& image, io::Colour colour, std::uint32_t from, std::uint32_t to) {
  std::uint32_t columns = 0;
  for (std::uint32_t x = 0; x < image.width; ++x) {
    bool any = false;
    for (std::uint32_t y = from; y < to; ++y) any |= image.at(x, y) == colour;
    columns += any;
  }
  return columns;
}

TEST(HistogramPicture, ShowsBothWhateverTheirTotals) {
  io::Image image = draw_histograms(hill(100, 30, 1e6), hill(100, 60, 1), {100, 10, 10000});
  EXPECT_GT(columns_with(image, shape_colour, 20, 60), 20u) << "the target's peak";
  EXPECT_GT(columns_with(image, outline_colour, 20, 60), 20u) << "the simulated one's, as high";
  EXPECT_GE(columns_with(image, outline_colour, 0, image.height), 872u) << "an outline from side to side";
}

TEST(HistogramPicture, ALonePeakAmongManyBinsIsSeen) {
  std::vector<double> peak(100'000), flat(100'000, 1.0);
  peak[54'321] = 1;
  io::Image image = draw_histograms(flat, peak, {100'000, 10, 10000});
  EXPECT_EQ(columns_with(image, shape_colour, 40, 300), 1u);
}

TEST(HistogramPicture, TicksStandAtTheDecades) {
  constexpr unsigned bins = 100;
  const std::vector<double> none(bins);
  io::Image image = draw_histograms(none, none, {bins, 10, 10000});
  std::set<std::uint32_t> long_ticks;
  for (std::uint32_t x = 14; x <= 886; ++x)
    if (image.at(x, 387) == axis_colour) long_ticks.insert(x);
  std::set<std::uint32_t> expected;  // 10 ends bin 0, 100 bin 33, 1000 bin 66 and 10000 the last
  for (const double bin : {1, 34, 67, 100})
    expected.insert(14 + static_cast<std::uint32_t>(std::lround(bin / bins * 872)));
  EXPECT_EQ(long_ticks, expected);
  EXPECT_GT(columns_with(image, axis_colour, 393, 403), 60u) << "and figures below them";
}

TEST(HistogramPicture, TakesAnyBins) {
  for (const ScoreBins& bins : {ScoreBins{2, 1, 2}, ScoreBins{3, 1e-300, 1e300}, ScoreBins{7, 0.001, 0.5}}) {
    const std::vector<double> values(bins.bins, 1.0);
    EXPECT_EQ(draw_histograms(values, values, bins).width, 900u);
  }
}

}  // namespace
}  // namespace morula::test
