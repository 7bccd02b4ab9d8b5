#include "analysis/fit/fit_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

namespace morula {
namespace {

constexpr double far_away = 0.9;  // of Hellinger's distances, which end at 1

bool lies_outside(const FittedParameter& parameter) {
  return parameter.interval &&
         (parameter.value < parameter.interval->low || parameter.value > parameter.interval->high);
}

bool is_always_the_same(const FittedParameter& parameter) {
  return parameter.interval &&
         parameter.interval->high - parameter.interval->low <= 1e-9 * parameter.interval->high;
}

std::string named(const FitReport& report, const std::function<bool(const FittedParameter&)>& are) {
  std::vector<std::string> names;
  for (const FittedParameter& parameter : report.parameters)
    if (are(parameter)) names.push_back(parameter.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<std::string> doubts(const FitReport& report) {
  std::vector<std::string> found;
  if (report.score.expected_distance > far_away)
    found.emplace_back(
        "no candidate has its cells where the target has them: check 'until', 'minimum_fluorescence' and the "
        "bins of 'target', and whether both histograms are on one scale");
  if (const std::string names = named(report, lies_outside); !names.empty())
    found.push_back(
        fmt::format("{}: not within the interval, since the search ended elsewhere than where the likelihood "
                    "is greatest: more --iterations, --repeats, or --method expectation",
                    names));
  if (const std::string names = named(report, [](const auto& parameter) { return parameter.at_bound; });
      !names.empty())
    found.push_back(fmt::format(
        "{}: at the end of what may be: widen the range below 'fit', or take a model without it", names));
  if (const std::string names = named(report, is_always_the_same); !names.empty())
    found.push_back(fmt::format(
        "{}: every sample of the target gave the same, which says that the histogram does not depend on it, "
        "not that it is certain",
        names));
  return found;
}

}  // namespace morula
