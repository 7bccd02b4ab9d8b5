#include "analysis/fit/fit_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

#include "models/proliferation/observe/score.h"

namespace morula {
namespace {

constexpr double far_away = 0.9;  // a Hellinger distance, which is at most 1

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

// Warns if the fit has changed the order of types, whose names may then be wrong: `slow` may have become
// faster than `fast`.
std::vector<std::string> swapped_names(const FitReport& report) {
  std::vector<std::string> warnings;
  const auto mean_of = [](const CellType& type) { return type.division ? type.division->mean : 0; };
  for (std::size_t a = 0; a < report.written.size(); ++a)
    for (std::size_t b = 0; b < report.written.size(); ++b) {
      const double longer = mean_of(report.written[a]), shorter = mean_of(report.written[b]);
      const double of_longer = mean_of(report.types[a]), of_shorter = mean_of(report.types[b]);
      if (shorter > 0 && longer > shorter && of_longer < of_shorter)
        warnings.push_back(fmt::format(
            "{} divides faster than {} (means {:.4g} and {:.4g}), unlike in the model file: their "
            "names may have changed places; keep them apart with ranges below 'fit'",
            report.types[a].name, report.types[b].name, of_longer, of_shorter));
    }
  return warnings;
}

}  // namespace

std::string doubt_between(const std::string& name, const FitReport& report, const std::string& other_name,
                          const FitReport& other) {
  const std::vector<double>&first = report.score.expected, &second = other.score.expected;
  const double cells = std::accumulate(report.score.target.begin(), report.score.target.end(), 0.0);
  if (first.size() != second.size()) return "";
  // On average, each cell adds eight times the squared distance to the deviance between the two models.
  const double distance = hellinger_distance(first, second), deviance = 8 * cells * distance * distance;
  if (deviance >= 1) return "";
  return fmt::format(
      "{} and {} expect the same histogram to within the chance of {:.0f} cells: this target "
      "cannot tell them apart, whatever the AIC",
      name, other_name, cells);
}

std::vector<std::string> doubts(const FitReport& report) {
  std::vector<std::string> reasons;
  if (report.score.expected_distance > far_away)
    reasons.emplace_back(
        "no candidate has its cells in the bins of the target's cells: check 'until', 'minimum_fluorescence' "
        "and the "
        "bins of 'target', and whether both histograms have the same scale of fluorescence");
  if (const std::string names = named(report, lies_outside); !names.empty())
    reasons.push_back(fmt::format(
        "{}: outside its own interval, because the search did not reach the greatest likelihood; give more "
        "--iterations or --repeats, or --method expectation",
        names));
  if (const std::string names = named(report, [](const auto& parameter) { return parameter.at_bound; });
      !names.empty())
    reasons.push_back(fmt::format(
        "{}: at a limit of the allowed range: widen it below 'fit', or choose a model without this parameter",
        names));
  if (const std::string names = named(report, is_always_the_same); !names.empty())
    reasons.push_back(
        fmt::format("{}: every bootstrap sample gave the same value, which means that the histogram does not "
                    "depend on this "
                    "parameter, not that its value is certain",
                    names));
  for (const std::string& swapped : swapped_names(report)) reasons.push_back(swapped);
  return reasons;
}

}  // namespace morula
