// The window of a series that is analysed, and the even times that it must have.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/ensemble.h"
#include "core/error.h"

namespace morula {

constexpr double time_tolerance = 1e-3;  // relative to a step, since written times are rounded decimals

// Numbers in this range can be squared and summed without overflow or underflow.
constexpr double least_figure = 1e-100, greatest_figure = 1e100;

struct Times {
  double start = 0, spacing = 1;
  std::size_t points = 0;
};

// The rows whose times lie in the window. Throws SpecError if the window lies outside the times.
std::vector<std::size_t> rows_in_window(const std::vector<double>& times, const SeriesChoice& choice,
                                        const std::string& member);

// Throws SpecError if times are not evenly spaced, or if there are too few of them.
Times even_times(const std::vector<double>& times, const std::string& member,
                 const std::function<SourceLocation(std::size_t)>& place_of);

}  // namespace morula
