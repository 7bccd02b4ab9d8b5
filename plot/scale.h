// From numbers to pixels along one axis.
#pragma once

#include "plot/figure.h"
#include "plot/ticks.h"

namespace morula::plot {

class Scale {
 public:
  // Pixel `from` is the low end of the range, `to` the high one.
  Scale(Range range, bool logarithmic, double from, double to);

  const Range& range() const { return range_; }
  bool logarithmic() const { return logarithmic_; }
  double from() const { return from_; }
  double to() const { return to_; }
  double operator()(double number) const;  // what is below 0 on a logarithmic axis lies at its low end
  bool shows(double number) const;         // is it a number that has a place?

 private:
  double along(double number) const;

  Range range_;
  bool logarithmic_;
  double from_, to_;
};

// The range that an axis shows of numbers from `low` to `high`. Counts begin at 0, unless the curves would
// then be squeezed together at the top; other numbers get a small margin.
Range shown_range(const Axis& axis, Range numbers, bool has_room);

}  // namespace morula::plot
