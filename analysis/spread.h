// Mean and standard deviation over the members of an ensemble.
#pragma once

#include <vector>

namespace morula {

// The standard deviation of a single member is 0.
struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread_of(const std::vector<double>& values);

// The mean and standard deviation over the members, for each row: members[member][row].
std::vector<Spread> spread_by_row(const std::vector<std::vector<double>>& members);

}  // namespace morula
