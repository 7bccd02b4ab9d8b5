#include <fmt/format.h>

#include <cmath>

#include "analysis/chaos.h"
#include "core/counted.h"

namespace morula {
namespace {

constexpr std::size_t fewest_lags = 5;     // a fit to fewer lags would measure the sampling
constexpr double least_amplitude = 0.001;  // below it, maxima come from noise and the ends of the window
constexpr double agreement = 0.25;

}  // namespace

std::vector<std::string> doubts(const ColumnChaos& column) {
  if (!column.fit)
    return {"the correlation does not fall to 1/2 within half the window: choose a longer one"};
  std::vector<std::string> reasons;
  if (column.fit->lags < fewest_lags)
    reasons.push_back(
        fmt::format("the correlation falls to 1/2 within {} of the series: record more often (if the "
                    "series is noise, this does not help)",
                    counted(column.fit->lags - 1, "row")));
  if (column.kept < least_amplitude)
    reasons.push_back(
        fmt::format("the smoothing leaves {:.1g} of the amplitude of cos κt: record more often, or choose "
                    "a shorter window",
                    column.kept));
  const auto from_maxima = column.length_from_maxima();
  if (!from_maxima)
    reasons.emplace_back("the smoothed series has no maximum: choose a longer window");
  else if (std::abs(*from_maxima / correlation_length(*column.fit) - 1) > agreement)
    reasons.push_back(
        fmt::format("the two correlation lengths differ by more than {:.0f} %: this series, as it was "
                    "recorded, does not follow τ = 1/(6<ρ>)",
                    100 * agreement));
  return reasons;
}

}  // namespace morula
