#include "models/proliferation/observe/histogram_picture.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/proliferation/observe/log_axis.h"

namespace morula {
namespace {

constexpr PlotArea area{14, 14, 872, 366};
constexpr std::uint32_t width = 900, height = 420;
constexpr io::Colour paper = {255, 255, 255}, measured = {178, 205, 232}, drawn = {196, 78, 20};

std::vector<double> shares_of(std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> shares(weights.begin(), weights.end());
  for (double& share : shares) share = total > 0 ? share / total : 0;
  return shares;
}

// What a column of pixels shows of its bins: also where there are more bins than columns no peak is lost.
struct Span {
  double least = 0, largest = 0, last = 0;
};

Span span_of(const std::vector<double>& shares, std::size_t column) {
  const std::size_t begin = shares.size() * column / area.width;
  const std::size_t end = std::max(begin + 1, shares.size() * (column + 1) / area.width);
  const auto [least, largest] = std::minmax_element(shares.begin() + static_cast<std::ptrdiff_t>(begin),
                                                    shares.begin() + static_cast<std::ptrdiff_t>(end));
  return {*least, *largest, shares[end - 1]};
}

struct Plot {
  io::Image& image;
  double highest;  // share

  std::uint32_t row_of(double share) const {
    constexpr double tallest = 0.95 * area.height;
    return area.bottom() - static_cast<std::uint32_t>(std::lround(share / highest * tallest));
  }

  void fill_shape(const std::vector<double>& shares) {
    for (std::uint32_t column = 0; column < area.width; ++column) {
      const std::uint32_t row = row_of(span_of(shares, column).largest);
      fill_area(image, {area.left + column, row, 1, area.bottom() - row}, measured);
    }
  }

  // Each column begins where the one before ended, so that wide bins become steps.
  void draw_outline(const std::vector<double>& shares) {
    double before = shares.front();
    for (std::uint32_t column = 0; column < area.width; ++column) {
      const Span span = span_of(shares, column);
      const std::uint32_t high = row_of(std::max(before, span.largest)),
                          low = row_of(std::min(before, span.least));
      fill_area(image, {area.left + column, high - 2, 2, low - high + 2}, drawn);
      before = span.last;
    }
  }
};

}  // namespace

io::Image draw_histograms(std::span<const double> simulated, std::span<const double> target,
                          const ScoreBins& bins) {
  assert(simulated.size() == bins.bins && target.size() == bins.bins);
  io::Image image(width, height);
  fill_area(image, {0, 0, width, height}, paper);
  const std::vector<double> outline = shares_of(simulated), shape = shares_of(target);
  const double highest = std::max(std::ranges::max(outline), std::ranges::max(shape));
  if (highest > 0) {
    Plot plot{image, highest};
    plot.fill_shape(shape);
    if (std::ranges::max(outline) > 0) plot.draw_outline(outline);
  }
  draw_frame(image, area);
  draw_log_axis(image, area, bins);
  return image;
}

}  // namespace morula
