#include "models/proliferation/read/fit_bounds_reader.h"

#include <fmt/format.h>

namespace morula {
namespace {

using Kind = io::Value::Kind;

std::optional<double> number_in(const io::Value& value) {
  return value.kind == Kind::Scalar ? io::parse_real(value.text) : std::nullopt;
}

std::optional<FitRange> range_in(io::Section& section, const char* key, FitRange within) {
  const io::Value* value = section.value(key);
  if (!value) return std::nullopt;
  const bool pair = value->kind == Kind::List && value->items.size() == 2;
  const auto low = pair ? number_in(value->items[0]) : std::nullopt;
  const auto high = pair ? number_in(value->items[1]) : std::nullopt;
  if (!low || !high) {
    section.problem(
        key, fmt::format("is {}; must be the least and the greatest, as in [30, 60]", describe(*value)));
  } else if (*low < within.low || *high > within.high) {
    section.problem(
        key, fmt::format("is [{}, {}]; must lie between {} and {}", *low, *high, within.low, within.high));
  } else if (*low > *high) {
    section.problem(key, fmt::format("is [{0}, {1}], upside down; write [{1}, {0}]", *low, *high));
  } else {
    return FitRange{*low, *high};
  }
  return std::nullopt;
}

}  // namespace

FitBounds read_fit_bounds(io::Section& type, const CellType& read) {
  auto section = type.section("fit");
  if (!section) return {};
  FitBounds bounds;
  bounds.proportion = range_in(*section, "proportion", {0, 1});
  bounds.mean = range_in(*section, "mean", {shortest_time, longest_time});
  bounds.sd = range_in(*section, "sd", {shortest_time, longest_time});
  bounds.death_mean = range_in(*section, "death_mean", {shortest_time, longest_time});
  if (section->has("death_mean") && !type.has("death"))
    section->problem("death_mean",
                     "bounds the times to death, but the type has no 'death'; remove it, or add a death");
  for (const char* key : {"mean", "sd"})
    if (section->has(key) && !type.has("division"))
      section->problem(key, "bounds the times between divisions, but the type has no 'division'; remove it");
  if (section->has("sd") && read.division && read.division->law == Law::Exponential)
    section->problem("sd", "of an exponential time is its mean; remove it");
  section->finish();
  return bounds;
}

void check_fit_proportions(io::Section& section, const std::vector<CellType>& types) {
  constexpr double rounding = 1e-9;  // tolerance for decimals that add up to 1 on paper
  FitRange sum;
  for (const CellType& type : types) {
    const FitRange range = type.fit.proportion.value_or(FitRange{0, 1});
    sum.low += range.low;
    sum.high += range.high;
  }
  if (sum.low > 1 + rounding)
    section.problem("types", fmt::format("have proportions to fit that sum to {} at least; make the least of "
                                         "some smaller",
                                         sum.low));
  if (sum.high < 1 - rounding)
    section.problem("types", fmt::format("have proportions to fit that sum to {} at most; make the greatest "
                                         "of some larger",
                                         sum.high));
}

}  // namespace morula
