// How likely a target's cells are where a model expects others: what models are compared by.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula {

// The logarithm of the multinomial likelihood of the target's cells in their bins, where the model expects
// these. The multinomial coefficient, which is the target's own, is left out. No bin is impossible: of as
// many cells as the target has, half a one is spread over all bins. A model that expects no cells at all is.
double log_likelihood(std::span<const double> expected, std::span<const double> target);

// A number for each bin; the sum of their squares is the deviance: twice what that logarithm lacks of that of
// a model which expects what the target has.
std::vector<double> deviance_residuals(std::span<const double> expected, std::span<const double> target);

// Akaike's criterion: of two models of the same target, the one with less is to be preferred.
double akaike_criterion(double log_likelihood, std::size_t free_parameters);

}  // namespace morula
