// A local minimum of a sum of squares by the algorithm of Levenberg and Marquardt. It refines the result of a
// swarm, and finds the fits of bootstrap samples from the fit of the target.
#pragma once

#include <functional>

#include "analysis/fit/swarm.h"

namespace morula {

// The residuals, whose squares are summed, at each of these positions.
using Residuals = std::function<std::vector<std::vector<double>>(const std::vector<Position>& positions)>;

// A position in the box whose sum is at most that of `from`. Evaluates first one position, then in each round
// a position for every dimension and a few in the direction of descent.
Position levenberg_marquardt(const SearchBox& box, const Position& from, const Residuals& residuals);

}  // namespace morula
