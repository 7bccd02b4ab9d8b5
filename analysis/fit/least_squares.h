// A local minimum of a sum of squares, by the algorithm of Levenberg and Marquardt: refines what a swarm has
// found, and finds the fits of bootstrap samples from the fit of the target.
#pragma once

#include <functional>

#include "analysis/fit/swarm.h"

namespace morula {

// The differences whose squares are summed, at each of these positions.
using Residuals = std::function<std::vector<std::vector<double>>(const std::vector<Position>& positions)>;

// A position in the box with no greater sum than `from` has. Evaluates a position at first, then each round
// one for every dimension and some in the direction found.
Position levenberg_marquardt(const SearchBox& box, const Position& from, const Residuals& residuals);

}  // namespace morula
