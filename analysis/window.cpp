#include "analysis/window.h"
#include "core/counted.h"

#include <fmt/format.h>

#include <cmath>

namespace morula {

std::vector<std::size_t> rows_in_window(const std::vector<double>& times, const SeriesChoice& choice,
                                        const std::string& member) {
  const double first = times.front(), last = times.back();
  const double slack = times.size() > 1 ? std::abs(times[1] - first) * time_tolerance : 0;
  const double from = choice.from.value_or(first), to = choice.length ? from + *choice.length : last;
  if (!(from >= first - slack && to <= last + slack && to > from))
    throw SpecError(
        {member}, "",
        fmt::format("the window from {} to {} is not within the series, which goes from {} to {}; change "
                    "--from or --length",
                    from, to, first, last));
  std::vector<std::size_t> inside;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] >= from - slack && times[i] <= to + slack) inside.push_back(i);
  return inside;
}

Times even_times(const std::vector<double>& times, const std::string& member,
                 const std::function<SourceLocation(std::size_t)>& place_of) {
  if (times.size() < fewest_points)
    throw SpecError({member}, "",
                    fmt::format("has {} in the window; must have at least {}: choose a longer window, or "
                                "record more often",
                                counted(times.size(), "point"), fewest_points));
  const double spacing = times[1] - times[0];
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(spacing > least_figure && spacing < greatest_figure) ||
        std::abs(times[i] - times[i - 1] - spacing) > time_tolerance * spacing)
      throw SpecError(
          place_of(i), "",
          fmt::format("time {} follows {}; must be even steps (of {} here): choose a window that has "
                      "them, and tell runs in one file apart by a column 'replica'",
                      times[i], times[i - 1], spacing));
  const auto steps = static_cast<double>(times.size() - 1);
  return {times.front(), (times.back() - times.front()) / steps, times.size()};
}

}  // namespace morula
