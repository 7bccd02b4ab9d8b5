// The nearest least sum of squares from where one stands, by Levenberg's and Marquardt's way: what a swarm
// has come close to, to the last digits, and the fits that lie beside one that is known.
#pragma once

#include <functional>

#include "analysis/fit/swarm.h"

namespace morula {

// The differences whose squares are summed, at each of these positions.
using Residuals = std::function<std::vector<std::vector<double>>(const std::vector<Position>& positions)>;

// A position in the box with no greater sum than `from` has. Evaluates a position at first, then each round
// one for every dimension and some in the direction found.
Position refine(const SearchBox& box, const Position& from, const Residuals& residuals);

}  // namespace morula
