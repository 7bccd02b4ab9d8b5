// Sub-populations of cells.
#pragma once

#include <optional>
#include <string>

#include "models/proliferation/law/time_law.h"

namespace morula {

constexpr double longest_time = 1e12, shortest_time = 1e-9;  // limits of means, sds and ends in a model file

// The range in which a fit may choose a value; both ends are included.
struct FitRange {
  double low = 0, high = 0;
  friend bool operator==(const FitRange&, const FitRange&) = default;
};

// The ranges that the model file gives to a fit. A fit has defaults for the others. Runs ignore these ranges.
struct FitBounds {
  std::optional<FitRange> proportion, mean, sd;
  std::optional<FitRange> death_mean = {};  // deaths are fitted only if this is given
  friend bool operator==(const FitBounds&, const FitBounds&) = default;
};

struct CellType {
  std::string name;
  double proportion = 1;
  std::optional<TimeLaw> division;  // absent: the type is quiescent
  std::optional<TimeLaw> death;     // a rate r is an exponential law of mean 1/r
  FitBounds fit = {};
};

enum class CycleStart { Asynchronous, Synchronous, Aged };

}  // namespace morula
