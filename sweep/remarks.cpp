#include "sweep/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace morula::sweep {
namespace {

// The points with the smallest and the largest divisor of the rates (steps per unit of time).
struct Extremes {
  std::size_t least = 0, greatest = 0;
};

std::vector<std::size_t> points_with_time(const Plan& plan) {
  std::vector<std::size_t> points;
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    if (plan.points[point].steps_per_time) points.push_back(point);
  return points;
}

Extremes extremes(const Plan& plan, const std::vector<std::size_t>& points) {
  const auto divisor = [&](std::size_t point) { return *plan.points[point].steps_per_time; };
  return {*std::ranges::min_element(points, {}, divisor), *std::ranges::max_element(points, {}, divisor)};
}

std::string divisors_told(const Plan& plan, const Extremes& points) {
  const double least = *plan.points[points.least].steps_per_time,
               greatest = *plan.points[points.greatest].steps_per_time;
  if (least == greatest)
    return fmt::format(
        "rates are normalised: they are divided by {0:.6g}, so that a unit of time is {0:.6g} "
        "steps at every point",
        least);
  return fmt::format(
      "rates are normalised: they are divided by {:.6g} (point {}) to {:.6g} (point {}), so "
      "that a unit of time is as many steps",
      least, points.least + 1, greatest, points.greatest + 1);
}

// The points that end at different times: they do not end at a given time, and another point has the same
// number of steps but another divisor.
std::vector<std::size_t> points_ending_apart(const Plan& plan) {
  std::map<std::uint64_t, std::set<double>> divisors;  // by the number of steps
  std::vector<std::size_t> counted, apart;
  for (const std::size_t point : points_with_time(plan)) {
    const PlannedPoint& planned = plan.points[point];
    if (planned.ends_at_a_time || !planned.steps) continue;
    counted.push_back(point);
    divisors[*planned.steps].insert(*planned.steps_per_time);
  }
  std::ranges::copy_if(counted, std::back_inserter(apart),
                       [&](std::size_t point) { return divisors[*plan.points[point].steps].size() > 1; });
  return apart;
}

std::string ends_told(const Plan& plan, const std::vector<std::size_t>& apart) {
  const auto end = [&](std::size_t point) {
    return static_cast<double>(*plan.points[point].steps) / *plan.points[point].steps_per_time;
  };
  const auto earliest = std::ranges::min_element(apart, {}, end),
             latest = std::ranges::max_element(apart, {}, end);
  return fmt::format(
      "points are compared at different times: their steps end at time {:.6g} (point {}) to {:.6g} (point "
      "{}); "
      "to end all of them at the same time, give '{}' in place of 'steps', as {:.3g}",
      end(*earliest), *earliest + 1, end(*latest), *latest + 1, plan.end_time_key, end(*earliest));
}

std::string measure_told(const Plan& plan, const Extremes& points) {
  const auto from = static_cast<double>(plan.measure->from);
  return fmt::format(
      "means are measured from step {} on, which is time {:.6g} (point {}) to {:.6g} (point {})",
      plan.measure->from, from / *plan.points[points.greatest].steps_per_time, points.greatest + 1,
      from / *plan.points[points.least].steps_per_time, points.least + 1);
}

}  // namespace

std::vector<std::string> remarks_of(const Plan& plan) {
  const std::vector<std::size_t> timed = points_with_time(plan);
  if (timed.empty()) return {};
  const Extremes points = extremes(plan, timed);
  std::vector<std::string> remarks = {divisors_told(plan, points)};
  if (const auto apart = points_ending_apart(plan); !apart.empty()) remarks.push_back(ends_told(plan, apart));
  const bool differ =
      *plan.points[points.least].steps_per_time != *plan.points[points.greatest].steps_per_time;
  if (differ && plan.measure && plan.measure->from > 0) remarks.push_back(measure_told(plan, points));
  return remarks;
}

bool compares_different_times(const Plan& plan) { return !points_ending_apart(plan).empty(); }

}  // namespace morula::sweep
