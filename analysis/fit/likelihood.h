// The likelihood of the measured cells under a model, which is used to compare models.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula {

// The logarithm of the multinomial likelihood of the target's cells in their bins, given the numbers that the
// model expects. The multinomial coefficient, which depends only on the target, is left out. The equivalent
// of half a cell of the target is spread over all bins, so that no bin has probability 0. The likelihood of a
// model that expects no cells at all is 0.
double log_likelihood(std::span<const double> expected, std::span<const double> target);

// A number for each bin; the sum of their squares is the deviance: twice the difference between the
// log-likelihood of a model that expects exactly the target and that of this model.
std::vector<double> deviance_residuals(std::span<const double> expected, std::span<const double> target);

// Akaike's information criterion: of two models of the same target, the one with the smaller value is
// preferred.
double akaike_criterion(double log_likelihood, std::size_t free_parameters);

}  // namespace morula
