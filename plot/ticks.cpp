#include "plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace morula::plot {
namespace {

double ten_to(int exponent) {
  double value = 1;
  for (int i = 0; i < std::abs(exponent); ++i) value *= 10;
  return exponent < 0 ? 1 / value : value;
}

// The decimal exponent of a positive number; exact for powers of ten, in spite of rounding.
int exponent_of(double value) {
  int exponent = static_cast<int>(std::floor(natural_logarithm(value) / natural_logarithm(10)));
  if (value >= ten_to(exponent + 1) * (1 - 1e-12)) ++exponent;
  if (value < ten_to(exponent) * (1 - 1e-12)) --exponent;
  return exponent;
}

double nice_step(double rough) {
  const double power = ten_to(exponent_of(rough));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= rough * (1 - 1e-9)) return times * power;
  return 10 * power;
}

double next_finer(double step) {
  const double power = ten_to(exponent_of(step));
  return step > 3 * power ? 2 * power : step > 1.5 * power ? power : power / 2;
}

double numbers_within(double low, double high, double step) {
  const double slack = step * 1e-9;
  return std::floor((high + slack) / step) - std::ceil((low - slack) / step) + 1;
}

// The smallest step, of 1, 2 or 5 times a power of ten, with at most `most` intervals.
double step_of(double low, double high, unsigned most) {
  const double step = nice_step((high - low) / std::max(1u, most)), finer = next_finer(step);
  return numbers_within(low, high, finer) <= most + 1 ? finer : step;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

// 10 000 with a thin space, but 1000 without.
std::string grouped(const std::string& digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size()), sign = digits.starts_with('-') ? 1 : 0;
  if (point - sign < 5) return digits;
  std::string text = digits;
  for (std::size_t at = point; at > sign + 3;) text.insert(at -= 3, "\u2009");
  return text;
}

int decimals_of(double step) { return std::max(0, -exponent_of(step)); }

// How the numbers of an axis are written, the same for all of them.
class NumberStyle {
 public:
  NumberStyle(double largest, double step) : step_(step) {
    const int exponent = largest > 0 ? exponent_of(largest) : 0;
    if (exponent >= 6 || exponent <= -4) exponent_ = exponent;
  }
  std::string text(double value) const {
    if (std::abs(value) < step_ / 1000) return "0";
    if (exponent_ == 0) return with_minus(grouped(fmt::format("{:.{}f}", value, decimals_of(step_))));
    const double unit = ten_to(exponent_);
    return with_minus(fmt::format("{:.{}f}", value / unit, decimals_of(step_ / unit))) + "×" +
           power_of_ten(exponent_);
  }

 private:
  double step_;
  int exponent_ = 0;
};

std::size_t numbers_among(const std::vector<Tick>& ticks) {
  return static_cast<std::size_t>(
      std::ranges::count_if(ticks, [](const Tick& tick) { return !tick.text.empty(); }));
}

// Ticks at powers of ten and their multiples; the powers whose exponent is a multiple of `every` have a
// number.
std::vector<Tick> ticks_of_decades(double low, double high, int every) {
  const int first = exponent_of(low), last = exponent_of(high), decades = last - first + 1;
  const bool few = decades <= 3;  // then 2 and 5 are labelled too
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent)
    for (int times = 1; times <= 9; ++times) {
      const double value = times * ten_to(exponent);
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      if (times > 1 && decades > 12) continue;
      const bool numbered = times == 1 ? exponent % every == 0 : few && (times == 2 || times == 5);
      const bool plain = exponent >= -3 && exponent <= 4;
      std::string text = !numbered    ? ""
                         : plain      ? grouped(fmt::format("{:.{}f}", value, std::max(0, -exponent)))
                         : times == 1 ? power_of_ten(exponent)
                                      : fmt::format("{}×{}", times, power_of_ten(exponent));
      ticks.push_back({value, std::move(text)});
    }
  return ticks;
}

// Between two multiples that have a number, there are round numbers as on a linear axis.
std::vector<Tick> ticks_within_a_decade(double low, double high, unsigned most) {
  constexpr unsigned enough = 5;  // so many intervals always have two numbers
  for (unsigned intervals = std::clamp(most, 2u, enough);; ++intervals) {
    std::vector<Tick> ticks = linear_ticks(low, high, intervals);
    if (ticks.size() >= 2 || intervals >= enough) return ticks;
  }
}

}  // namespace

std::string power_of_ten(int exponent) {
  static const std::vector<std::string> figures = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char figure : std::to_string(std::abs(exponent)))
    text += figures[static_cast<std::size_t>(figure - '0')];
  return text;
}

Range widened(Range range, bool logarithmic) {
  if (logarithmic) {
    if (!(range.low > 0)) range.low = range.high > 0 ? range.high / 1000 : 1;
    if (!(range.high > range.low)) return {range.low / 3, range.low * 3};
    return range;
  }
  // Values that differ only by rounding count as one value, since there are no numbers between them.
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > 1e-12 * largest) return range;
  const double room = range.low == 0 ? 1 : std::abs(range.low) / 2;
  return {range.low - room, range.low + room};
}

std::vector<Tick> linear_ticks(double low, double high, unsigned most) {
  const double step = step_of(low, high, most);
  const NumberStyle style(std::max(std::abs(low), std::abs(high)), step);
  std::vector<Tick> ticks;
  const double slack = step * 1e-9, first = std::ceil((low - slack) / step);
  // Even if the range is very narrow, there are at most `most` + 2 ticks.
  for (unsigned i = 0; i <= most + 1 && (first + i) * step <= high + slack; ++i)
    ticks.push_back({(first + i) * step, style.text((first + i) * step)});
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, unsigned most) {
  const int decades = exponent_of(high) - exponent_of(low) + 1, wanted = std::max(1, static_cast<int>(most));
  for (int every = (decades + wanted - 1) / wanted; every > 0; --every) {
    std::vector<Tick> ticks = ticks_of_decades(low, high, every);
    if (numbers_among(ticks) >= 2) return ticks;
  }
  return ticks_within_a_decade(low, high, most);
}

}  // namespace morula::plot
