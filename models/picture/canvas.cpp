#include "models/picture/canvas.h"

#include <algorithm>
#include <cmath>

#include "models/picture/letters.h"

namespace morula {
namespace {

constexpr double capital = 6, gap = 1.8;  // in the units of letters

double distance_to(PicturePoint point, PicturePoint from, PicturePoint to) {
  const double along_x = to.x - from.x, along_y = to.y - from.y;
  const double squared = along_x * along_x + along_y * along_y;
  double part = 0;
  if (squared > 0)
    part = std::clamp(((point.x - from.x) * along_x + (point.y - from.y) * along_y) / squared, 0.0, 1.0);
  const double x = point.x - from.x - part * along_x, y = point.y - from.y - part * along_y;
  return std::sqrt(x * x + y * y);
}

std::int64_t pixel(double place) { return static_cast<std::int64_t>(std::floor(place)); }

// Calls draw(letter, left) for each letter, where `left` is its place in the units of letters; returns the
// width.
template <typename Draw>
double lay_out(std::string_view text, const Draw& draw) {
  double left = 0;
  while (!text.empty()) {
    const auto letter = first_letter(text);
    if (!letter) break;  // letters without strokes were refused when the model file was read
    draw(*letter, left);
    left += letter->width + gap;
    text.remove_prefix(letter->text.size());
  }
  return left > 0 ? left - gap : 0;
}

}  // namespace

void Canvas::cover(std::int64_t x, std::int64_t y, double part) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  if (part == 0) return;
  const std::size_t place = static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x);
  if (coverage_[place] == 0) touched_.push_back(place);
  coverage_[place] = std::max(coverage_[place], part);
}

// Goes along the axis on which the line is longer, and visits only the pixels near the line.
void Canvas::line(PicturePoint from, PicturePoint to, double thickness) {
  if (coverage_.empty()) coverage_.resize(std::size_t{width_} * height_);
  const bool is_steep = std::abs(to.y - from.y) > std::abs(to.x - from.x);
  if (is_steep ? from.y > to.y : from.x > to.x) std::swap(from, to);
  const double begin = is_steep ? from.y : from.x, end = is_steep ? to.y : to.x;
  const double slope = end > begin ? (is_steep ? to.x - from.x : to.y - from.y) / (end - begin) : 0;
  const double reach = thickness / 2 + 1;
  for (std::int64_t i = pixel(begin - reach); i <= pixel(end + reach); ++i) {
    const double beside = std::clamp(static_cast<double>(i) + 0.5, begin, end) - begin;
    const double middle = (is_steep ? from.x : from.y) + slope * beside;
    for (std::int64_t j = pixel(middle - 2 * reach); j <= pixel(middle + 2 * reach); ++j) {
      const std::int64_t x = is_steep ? j : i, y = is_steep ? i : j;
      const double distance =
          distance_to({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5}, from, to);
      cover(x, y, std::clamp(thickness / 2 + 0.5 - distance, 0.0, 1.0));
    }
  }
}

void Canvas::text(PicturePoint from, std::string_view text, double height) {
  const double unit = height / capital, thickness = std::max(1.1, height * 0.12);
  lay_out(text, [&](const Letter& letter, double left) {
    const auto point = [&](std::size_t i) {
      return PicturePoint{from.x + unit * (left + letter.strokes[i] - '0'),
                          from.y - unit * (letter.strokes[i + 1] - '0' - 2)};
    };
    for (std::size_t i = 0; i < letter.strokes.size(); i += 2) {
      if (letter.strokes[i] == ' ') ++i;
      const bool begins = i == 0 || letter.strokes[i - 1] == ' ';
      line(begins ? point(i) : point(i - 2), point(i), thickness);
    }
  });
}

void Canvas::paint(io::Image& image, io::Colour colour, double part) {
  for (const std::size_t i : touched_) {
    const double over = coverage_[i] * part;
    const auto mixed = [&](std::uint8_t below, std::uint8_t above) {
      return static_cast<std::uint8_t>(std::lround(below + (above - below) * over));
    };
    io::Colour& pixel = image.pixels[i];
    pixel = {mixed(pixel.red, colour.red), mixed(pixel.green, colour.green), mixed(pixel.blue, colour.blue)};
    coverage_[i] = 0;
  }
  touched_.clear();
}

io::Colour ink_on(io::Colour background) {
  // Brightness, at most 2550.
  const unsigned light = 3u * background.red + 6u * background.green + background.blue;
  return light > 1100 ? io::Colour{60, 60, 70} : io::Colour{205, 205, 215};
}

double text_width(std::string_view text, double height) {
  return height / capital * lay_out(text, [](const Letter&, double) {});
}

std::string_view undrawable(std::string_view text) {
  while (!text.empty()) {
    const auto letter = first_letter(text);
    if (!letter) {
      std::size_t bytes = 1;  // of a letter in UTF-8: all bytes after its first begin with the bits 10
      while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) ++bytes;
      return text.substr(0, bytes);
    }
    text.remove_prefix(letter->text.size());
  }
  return {};
}

}  // namespace morula
