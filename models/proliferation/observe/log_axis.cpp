#include "models/proliferation/observe/log_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/elementary.h"

namespace morula {
namespace {

constexpr io::Colour ink = {90, 90, 90};
constexpr std::uint32_t dot = 2;  // pixels of a figure's dot

// Powers of ten need no more figures than these: rows of three dots, the left one highest.
std::array<unsigned, 5> dots_of(char figure) {
  if (figure == '0') return {7, 5, 5, 5, 7};
  if (figure == '1') return {2, 6, 2, 2, 7};
  return {0, 0, 0, 0, 2};
}

std::string written(int power) {
  return power >= 0 ? "1" + std::string(static_cast<std::size_t>(power), '0')
                    : "0." + std::string(static_cast<std::size_t>(-power - 1), '0') + "1";
}

std::uint32_t width_of(const std::string& figures) {
  return static_cast<std::uint32_t>(4 * figures.size() - 1) * dot;
}

void write(io::Image& image, std::uint32_t x, std::uint32_t y, const std::string& figures) {
  for (const char figure : figures) {
    const std::array<unsigned, 5> dots = dots_of(figure);
    for (std::uint32_t row = 0; row < 5; ++row)
      for (std::uint32_t column = 0; column < 3; ++column)
        if (dots[row] >> (2 - column) & 1) fill_area(image, {x + column * dot, y + row * dot, dot, dot}, ink);
    x += 4 * dot;
  }
}

class LogAxis {
 public:
  LogAxis(io::Image& image, const PlotArea& area, const ScoreBins& bins)
      : image_(image),
        area_(area),
        bins_(bins.bins),
        from_(natural_logarithm(bins.from)),
        length_(natural_logarithm(bins.to) - from_) {}

  void draw() {
    for (int power = power_at(from_) - 1; power <= power_at(from_ + length_) + 1; ++power)
      for (unsigned times = 1; times <= 9; ++times) draw_tick(power, times);
  }

 private:
  static int power_at(double logarithm) {
    return static_cast<int>(std::floor(logarithm / natural_logarithm(10)));
  }

  void draw_tick(int power, unsigned times) {
    const double logarithm = power * natural_logarithm(10) + natural_logarithm(times);
    const double edge = (logarithm - from_) / length_ * (bins_ - 1);  // bin j ends at edge j
    const double part = (edge + 1) / bins_;
    if (part < 0 || part > 1) return;
    const std::uint32_t x = area_.left + static_cast<std::uint32_t>(std::lround(part * area_.width));
    fill_area(image_, {x, area_.bottom(), 1, times == 1 ? 9u : 4u}, ink);
    if (times == 1) write_power(power, x);
  }

  // Below its tick, or beside that where the image ends. Figures that would touch others are left out.
  void write_power(int power, std::uint32_t x) {
    const std::string figures = written(power);
    const std::uint32_t wide = width_of(figures);
    if (wide > image_.width) return;
    const std::uint32_t begin = std::min(x - std::min(x, wide / 2), image_.width - wide);
    if (begin < free_from_) return;
    write(image_, begin, area_.bottom() + 13, figures);
    free_from_ = begin + wide + 3 * dot;
  }

  io::Image& image_;
  const PlotArea& area_;
  double bins_, from_, length_;
  std::uint32_t free_from_ = 0;
};

}  // namespace

void fill_area(io::Image& image, const PlotArea& area, io::Colour colour) {
  for (std::uint32_t y = area.top; y < std::min(area.bottom(), image.height); ++y)
    for (std::uint32_t x = area.left; x < std::min(area.right(), image.width); ++x) image.at(x, y) = colour;
}

void draw_frame(io::Image& image, const PlotArea& area) {
  fill_area(image, {area.left - 1, area.top - 1, area.width + 2, 1}, ink);
  fill_area(image, {area.left - 1, area.bottom(), area.width + 2, 1}, ink);
  fill_area(image, {area.left - 1, area.top - 1, 1, area.height + 2}, ink);
  fill_area(image, {area.right(), area.top - 1, 1, area.height + 2}, ink);
}

void draw_log_axis(io::Image& image, const PlotArea& area, const ScoreBins& bins) {
  LogAxis(image, area, bins).draw();
}

}  // namespace morula
