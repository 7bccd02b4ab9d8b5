// A series smoothed by a single Bézier curve with all points of the series as control points (Bazeia 2017).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/threads.h"

namespace morula {

// The weights C(degree, i) t^i (1-t)^(degree-i) from i = `first` on, without negligible ones. Their sum is 1.
struct BernsteinWeights {
  std::size_t first = 0;
  std::vector<double> weights;
};
BernsteinWeights bernstein_weights(std::size_t degree, double t);

// The curve and its derivatives by time at the times of its control points. The derivatives are exact, since
// the derivative of a Bézier curve is the Bézier curve of the differences of its control points.
struct BezierCurve {
  std::vector<double> value, slope, bend;
};

// The curves of series of equal length, with at least 3 points each, at times `spacing` apart. The weights
// are computed once for all series.
std::vector<BezierCurve> bezier_curves(std::span<const std::span<const double>> series, double spacing,
                                       ThreadPool& threads);

// √(n t(1-t)), the standard deviation of the weights around their mean, in points, for n + 1 points.
double smoothing_width(std::size_t points, double t);

// The fraction of the amplitude of cos κt that remains after smoothing, in the middle of the window.
double amplitude_kept(std::size_t points, double kappa, double spacing);

}  // namespace morula
