#include "analysis/fit/fit_doubts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

#include "models/proliferation/observe/score.h"

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

// Names say something that the fit has not kept: `slow` may have become faster than `fast`.
std::vector<std::string> swapped_names(const FitReport& report) {
  std::vector<std::string> found;
  const auto mean_of = [](const CellType& type) { return type.division ? type.division->mean : 0; };
  for (std::size_t a = 0; a < report.written.size(); ++a)
    for (std::size_t b = 0; b < report.written.size(); ++b) {
      const double longer = mean_of(report.written[a]), shorter = mean_of(report.written[b]);
      const double of_longer = mean_of(report.types[a]), of_shorter = mean_of(report.types[b]);
      if (shorter > 0 && longer > shorter && of_longer < of_shorter)
        found.push_back(fmt::format(
            "{} divides faster than {} (means {:.4g} and {:.4g}), unlike in the model file: their "
            "names may have changed places; keep them apart with ranges below 'fit'",
            report.types[a].name, report.types[b].name, of_longer, of_shorter));
    }
  return found;
}

}  // namespace

std::string doubt_between(const std::string& name, const FitReport& report, const std::string& other_name,
                          const FitReport& other) {
  const std::vector<double>&first = report.score.expected, &second = other.score.expected;
  const double cells = std::accumulate(report.score.target.begin(), report.score.target.end(), 0.0);
  if (first.size() != second.size()) return "";
  // Eight times the squared distance is what one cell adds to the deviance between the two, on average.
  const double distance = hellinger_distance(first, second), deviance = 8 * cells * distance * distance;
  if (deviance >= 1) return "";
  return fmt::format(
      "{} and {} expect the same histogram to within the chance of {:.0f} cells: this target "
      "cannot tell them apart, whatever the AIC",
      name, other_name, cells);
}

std::vector<std::string> doubts(const FitReport& report) {
  std::vector<std::string> found;
  if (report.score.expected_distance > far_away)
    found.emplace_back(
        "no candidate has its cells where the target has them: check 'until', 'minimum_fluorescence' and the "
        "bins of 'target', and whether both histograms are on one scale");
  if (const std::string names = named(report, lies_outside); !names.empty())
    found.push_back(fmt::format(
        "{}: outside its own interval, because the search did not reach the greatest likelihood; give more "
        "--iterations or --repeats, or --method expectation",
        names));
  if (const std::string names = named(report, [](const auto& parameter) { return parameter.at_bound; });
      !names.empty())
    found.push_back(fmt::format(
        "{}: at a limit of the allowed range: widen it below 'fit', or choose a model without this parameter",
        names));
  if (const std::string names = named(report, is_always_the_same); !names.empty())
    found.push_back(fmt::format(
        "{}: every sample of the target gave the same, which says that the histogram does not depend on it, "
        "not that it is certain",
        names));
  for (const std::string& swapped : swapped_names(report)) found.push_back(swapped);
  return found;
}

}  // namespace morula
