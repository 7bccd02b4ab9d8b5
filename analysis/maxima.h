// The number of maxima of a smoothed series: counted, and expected from the moments of its derivatives.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/bezier.h"

namespace morula {

// Number of changes from rising to falling. Slopes of at most `nothing`, up or down, count as neither.
std::uint64_t count_maxima(std::span<const double> slope, double nothing);

// The same for the curve of this series, where slopes that are only rounding errors of its sums are ignored.
std::uint64_t count_maxima(const BezierCurve& curve, std::span<const double> series, double spacing);

// <ρ> = (1/2π) √(<l''²>/<l'²>) per unit of time (Bazeia 2017, Eq. 2), averaged over the middle half of the
// window: towards its ends the curve is hardly smoothed, and the noise there would dominate the averages.
double density_from_moments(const BezierCurve& curve);

}  // namespace morula
