// Converts numbers to pixels along one axis.
#pragma once

#include "plot/figure.h"
#include "plot/ticks.h"

namespace morula::plot {

class Scale {
 public:
  // Pixel `from` corresponds to the low end of the range, `to` to the high end.
  Scale(Range range, bool logarithmic, double from, double to);

  const Range& range() const { return range_; }
  bool logarithmic() const { return logarithmic_; }
  double from() const { return from_; }
  double to() const { return to_; }
  // On a logarithmic axis, numbers that are not positive are put at the low end.
  double operator()(double number) const;
  bool shows(double number) const;  // whether the number has a place on the axis

 private:
  double along(double number) const;

  Range range_;
  bool logarithmic_;
  double from_, to_;
};

// The range that an axis shows for numbers from `low` to `high`. Counts begin at 0, unless that would squeeze
// the curves together at the top; other numbers get a small margin.
Range shown_range(const Axis& axis, Range numbers, bool has_room);

}  // namespace morula::plot
