// A series smoothed by one Bézier curve whose control points are all of its points (Bazeia 2017).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/threads.h"

namespace morula {

// The weights C(degree, i) t^i (1-t)^(degree-i) that are not negligible, from i = `first` on. They sum to 1.
struct BernsteinWeights {
  std::size_t first = 0;
  std::vector<double> weights;
};
BernsteinWeights bernstein_weights(std::size_t degree, double t);

// The curve at the times of its control points, and its derivatives by time there: exact ones, since a
// derivative of a Bézier curve is the Bézier curve of the differences of its control points.
struct BezierCurve {
  std::vector<double> value, slope, bend;
};

// Series of one length, at least 3 points, `spacing` apart in time. The weights are made once for all of
// them.
std::vector<BezierCurve> bezier_curves(std::span<const std::span<const double>> series, double spacing,
                                       ThreadPool& threads);

// √(n t(1-t)), the standard deviation of the weights around their mean, in points, for n + 1 points.
double smoothing_width(std::size_t points, double t);

// What the smoothing leaves of the amplitude of cos κt in the middle of the window.
double amplitude_kept(std::size_t points, double kappa, double spacing);

}  // namespace morula
