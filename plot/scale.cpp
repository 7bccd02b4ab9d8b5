#include "plot/scale.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace morula::plot {

Scale::Scale(Range range, bool logarithmic, double from, double to)
    : range_(widened(range, logarithmic)), logarithmic_(logarithmic), from_(from), to_(to) {}

double Scale::along(double number) const {
  if (!logarithmic_) return (number - range_.low) / (range_.high - range_.low);
  if (!(number > 0)) return 0;
  return natural_logarithm(number / range_.low) / natural_logarithm(range_.high / range_.low);
}

double Scale::operator()(double number) const {
  return from_ + (to_ - from_) * std::clamp(along(number), -1.0, 2.0);
}

bool Scale::shows(double number) const { return std::isfinite(number) && (!logarithmic_ || number > 0); }

Range shown_range(const Axis& axis, Range numbers, bool has_room) {
  Range range = widened(numbers, axis.logarithmic);
  if (axis.logarithmic) {
    if (has_room) range = {range.low / 1.3, range.high * 1.3};
  } else if (has_room) {
    const double room = (range.high - range.low) * 0.05;
    const bool from_zero = axis.from_zero && numbers.low >= 0 && numbers.low < 0.6 * numbers.high;
    range = {from_zero ? 0 : range.low - room, range.high + room};
  }
  return {axis.from.value_or(range.low), axis.to.value_or(range.high)};
}

}  // namespace morula::plot
