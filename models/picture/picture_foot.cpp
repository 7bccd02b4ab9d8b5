#include "models/picture/picture_foot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/picture/canvas.h"

namespace morula {
namespace {

constexpr double least_letter = 10, letters_across = 56;

// A contour on a scale: its place on the bar, its number in intervals from 0, and its value as text.
struct FootTick {
  double place = 0;
  std::uint64_t number = 0;
  std::string label;
};

// 1, 2, 5, 10, 20, 50, …
std::uint64_t following_interval(std::uint64_t interval) {
  std::uint64_t leading = interval;
  while (leading >= 10) leading /= 10;
  return leading == 2 ? interval / 2 * 5 : interval * 2;
}

// An item of the strip. Items are placed from left to right, or below each other if the picture is narrow.
struct FootItem {
  std::string before, after;        // labels beside the bar
  double bar = 0;                   // width of the bar
  std::vector<io::Colour> colours;  // for a scale of colours; empty for a line
  std::vector<FootTick> ticks{};    // for contours
  double left = 0, top = 0;         // place in the strip
  bool has_contours = false;  // keeps the size of all frames of a run equal, even if there are no ticks yet

  double width(double letter) const {
    const auto room = [&](const std::string& label) {
      return label.empty() ? 0 : text_width(label, letter) + letter * 0.7;
    };
    return room(before) + bar + room(after);
  }
  double ticks_height(double letter) const { return has_contours ? 1.5 * letter : 0; }
};

FootItem item_of(const ScaleBar& bar, double sites_of_pixel, double picture_width) {
  const double unit_of_pixel = sites_of_pixel * bar.site;
  const double length = bar.length.value_or(round_length(picture_width / 4 * unit_of_pixel));
  return {"", fmt::format("{:g} {}", length, bar.unit), length / unit_of_pixel, {}};
}

// Prints whole numbers in full, and others with three digits, or with more if there are more before the
// point.
std::string text_of_limit(double limit) {
  if (limit == std::floor(limit)) return fmt::format("{:g}", limit);
  return std::abs(limit) < 100 ? fmt::format("{:.3g}", limit) : fmt::format("{:.0f}", limit);
}

FootItem item_of(const View& view, const std::vector<io::Colour>& colours,
                 const std::optional<LevelLimits>& limits, std::optional<std::uint64_t> contours,
                 double picture_width) {
  FootItem item{view.quantity + ":", "", std::max(60.0, picture_width / (contours ? 2 : 4)), {}};
  item.colours.assign(colours.begin() + 1, colours.end());
  item.has_contours = contours.has_value();
  if (limits) {
    item.before += " " + text_of_limit(limits->lowest);
    item.after = text_of_limit(limits->highest);
  }
  const double range = limits ? limits->highest - limits->lowest : 0;
  const auto every = static_cast<double>(contours.value_or(1));
  if (contours && range > 0 && range / every < item.bar / 3) {  // otherwise the lines would cover the scale
    for (auto number = static_cast<std::uint64_t>(std::floor(limits->lowest / every)) + 1;
         static_cast<double>(number) * every <= limits->highest; ++number)
      item.ticks.push_back({item.bar * (static_cast<double>(number) * every - limits->lowest) / range, number,
                            fmt::format("{}", number * *contours)});
  }
  return item;
}

// Draws a line through the scale for each contour, and writes its value below it. If there is not enough
// room, only every second, fifth, tenth … contour gets its value.
void draw_ticks(Canvas& canvas, const FootItem& item, double bar_start, double letter) {
  const double size = letter * 0.8;
  double widest = 0;
  for (const FootTick& tick : item.ticks) widest = std::max(widest, text_width(tick.label, size) + size);
  const double tick_distance = item.ticks.size() < 2 ? widest
                                                     : (item.ticks.back().place - item.ticks.front().place) /
                                                           static_cast<double>(item.ticks.size() - 1);
  std::uint64_t every = 1;
  while (tick_distance * static_cast<double>(every) < widest) every = following_interval(every);
  for (const FootTick& tick : item.ticks) {
    const double x = bar_start + tick.place;
    canvas.line({x, item.top}, {x, item.top + letter * 1.3}, 1);
    if (tick.number % every == 0)
      canvas.text({x - text_width(tick.label, size) / 2, item.top + letter * 2.4}, tick.label, size);
  }
}

void draw_colours(io::Image& image, const FootItem& item, double bar_start, double letter) {
  const auto from = static_cast<std::uint32_t>(std::lround(bar_start)),
             wide = static_cast<std::uint32_t>(std::lround(item.bar)),
             top = static_cast<std::uint32_t>(std::lround(item.top)),
             tall = static_cast<std::uint32_t>(std::lround(letter));
  for (std::uint32_t y = top; y < std::min(top + tall, image.height); ++y)
    for (std::uint32_t x = 0; x < wide && from + x < image.width; ++x)
      image.at(from + x, y) = item.colours[std::size_t{x} * item.colours.size() / wide];
}

void draw_length(Canvas& canvas, const FootItem& item, double bar_start, double letter) {
  const double middle = item.top + letter / 2, tick = letter * 0.4;
  canvas.line({bar_start, middle}, {bar_start + item.bar, middle}, 2);
  for (const double end : {bar_start, bar_start + item.bar})
    canvas.line({end, middle - tick}, {end, middle + tick}, 2);
}

void draw(io::Image& image, const FootItem& item, double letter, io::Colour ink) {
  Canvas canvas(image.width, image.height);
  const double base = item.top + letter;
  double left = item.left;
  if (!item.before.empty()) {
    canvas.text({left, base}, item.before, letter);
    left += text_width(item.before, letter) + letter * 0.7;
  }
  if (item.colours.empty())
    draw_length(canvas, item, left, letter);
  else
    draw_colours(image, item, left, letter);
  draw_ticks(canvas, item, left, letter);
  if (!item.after.empty()) canvas.text({left + item.bar + letter * 0.7, base}, item.after, letter);
  canvas.paint(image, ink, 1);
}

// Sets the places of the items, and returns the size of the strip.
std::pair<double, double> arrange(std::vector<FootItem>& items, double width, double letter) {
  double widest = width, together = letter;
  for (const FootItem& item : items) {
    together += item.width(letter) + 2 * letter;
    widest = std::max(widest, item.width(letter) + 2 * letter);
  }
  const bool in_one_row = together <= width;
  double left = letter, top = letter;
  for (FootItem& item : items) {
    item.left = left;
    item.top = top;
    if (in_one_row)
      left += item.width(letter) + 2 * letter;
    else
      top += item.ticks_height(letter) + 2 * letter;
  }
  double of_ticks = 0;
  for (const FootItem& item : items) of_ticks = std::max(of_ticks, item.ticks_height(letter));
  return {widest, in_one_row ? 3 * letter + of_ticks : top + letter};
}

// Puts one picture above the other, in a picture as wide as the wider of them.
io::Image above(const io::Image& upper, const io::Image& lower, io::Colour paper) {
  io::Image joined(std::max(upper.width, lower.width), upper.height + lower.height);
  std::ranges::fill(joined.pixels, paper);
  for (const io::Image* part : {&upper, &lower}) {
    const std::uint32_t first = part == &upper ? 0 : upper.height;
    for (std::uint32_t y = 0; y < part->height; ++y)
      std::copy_n(part->pixels.begin() + static_cast<std::ptrdiff_t>(std::size_t{y} * part->width),
                  part->width, &joined.at(0, first + y));
  }
  return joined;
}

bool has_numbers(const View& view) { return view.graded && !view.quantity.empty(); }

double letter_height(const io::Image& picture) {
  return std::max(least_letter, std::round(picture.width / letters_across));
}

}  // namespace

io::Image with_caption(const io::Image& picture, const std::string& caption) {
  constexpr io::Colour paper{255, 255, 255};
  const double letter = letter_height(picture);
  const double wide = std::max<double>(picture.width, text_width(caption, letter) + 2 * letter);
  io::Image strip(static_cast<std::uint32_t>(std::ceil(wide)), static_cast<std::uint32_t>(3 * letter));
  std::ranges::fill(strip.pixels, paper);
  Canvas canvas(strip.width, strip.height);
  canvas.text({letter, 2 * letter}, caption, letter);
  canvas.paint(strip, ink_on(paper), 1);
  return above(picture, strip, paper);
}

double round_length(double longest) {
  double power = 1;
  while (power > longest) power /= 10;
  while (power * 10 <= longest) power *= 10;
  return longest >= 5 * power ? 5 * power : longest >= 2 * power ? 2 * power : power;
}

bool has_foot(const FramesSpec& frames, const View& view) { return frames.scale_bar || has_numbers(view); }

io::Image with_foot(const io::Image& picture, const FramesSpec& frames, const View& view,
                    const std::vector<io::Colour>& colours, const std::optional<LevelLimits>& limits,
                    double sites_of_pixel) {
  const bool is_volume = view.field.dimensions == 3 && frames.view == FrameView::Volume;
  const io::Colour paper = is_volume ? colours.front() : io::Colour{255, 255, 255};
  const double letter = letter_height(picture);
  std::vector<FootItem> items;
  if (frames.scale_bar) items.push_back(item_of(*frames.scale_bar, sites_of_pixel, picture.width));
  if (has_numbers(view)) items.push_back(item_of(view, colours, limits, frames.contours, picture.width));
  const auto [width, height] = arrange(items, picture.width, letter);
  io::Image strip(static_cast<std::uint32_t>(std::ceil(width)),
                  static_cast<std::uint32_t>(std::ceil(height)));
  std::ranges::fill(strip.pixels, paper);
  for (const FootItem& item : items) draw(strip, item, letter, ink_on(paper));
  return above(picture, strip, paper);
}

}  // namespace morula
