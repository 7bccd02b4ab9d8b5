#include "analysis/fit/calibration.h"

#include <algorithm>

#include "core/elementary.h"

namespace morula {
namespace {

// The range of sd / mean, slightly narrower than model files allow.
constexpr double narrowest = 2e-6, widest = 99;

double on_log_scale(const FitRange& range, double at) {
  const double value = range.low * exponential(at * natural_logarithm(range.high / range.low));
  return std::clamp(value, range.low, range.high);
}

}  // namespace

std::vector<double> broken_stick(double length, const std::vector<FitRange>& ranges, const double* at) {
  FitRange later;  // the range of the sum of the later pieces
  for (const FitRange& range : ranges) later = {later.low + range.low, later.high + range.high};
  std::vector<double> pieces;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    later = {later.low - ranges[i].low, later.high - ranges[i].high};
    const double least = std::max(ranges[i].low, length - later.high);
    const double largest = std::max(least, std::min(ranges[i].high, length - later.low));
    pieces.push_back(i + 1 < ranges.size() ? least + at[i] * (largest - least) : std::max(0.0, length));
    length -= pieces.back();
  }
  return pieces;
}

Calibration::Calibration(const ProliferationSpec& spec) : types_(spec.types), until_(spec.until) {
  const auto is_free = [](const FitRange& range) { return range.high > range.low; };
  for (std::size_t type = 0; type < types_.size(); ++type)
    if (is_free(proportion_range(type))) shared_.push_back(type);
  std::size_t dimensions = shared_.empty() ? 0 : shared_.size() - 1;
  if (dimensions > 0)
    for (const std::size_t type : shared_) parameters_.push_back({type, What::Proportion});
  for (std::size_t type = 0; type < types_.size(); ++type) {
    if (!types_[type].division) continue;
    if (is_free(mean_range(type))) parameters_.push_back({type, What::Mean});
    if (types_[type].division->law != Law::Exponential && is_free(sd_range(type, 1)))
      parameters_.push_back({type, What::Sd});
  }
  for (std::size_t type = 0; type < types_.size(); ++type)
    if (types_[type].fit.death_mean && is_free(*types_[type].fit.death_mean))
      parameters_.push_back({type, What::DeathMean});
  for (const Parameter& parameter : parameters_) dimensions += parameter.what != What::Proportion;
  box_ = {Position(dimensions, 0), Position(dimensions, 1)};
}

FitRange Calibration::proportion_range(std::size_t type) const {
  return types_[type].fit.proportion.value_or(FitRange{0, 1});
}
FitRange Calibration::mean_range(std::size_t type) const {
  return types_[type].fit.mean.value_or(FitRange{until_ / 20, 2 * until_});
}
FitRange Calibration::sd_range(std::size_t type, double mean) const {
  return types_[type].fit.sd.value_or(FitRange{mean / 100, mean});
}

std::size_t Calibration::set_proportions(std::vector<CellType>& types, const Position& position) const {
  double unassigned = 1;
  std::vector<FitRange> ranges;
  for (std::size_t type = 0; type < types.size(); ++type) {
    const FitRange range = proportion_range(type);
    types[type].proportion = range.low;
    if (range.high > range.low)
      ranges.push_back(range);
    else
      unassigned -= range.low;
  }
  const std::vector<double> pieces = broken_stick(unassigned, ranges, position.data());
  for (std::size_t i = 0; i < shared_.size(); ++i) types[shared_[i]].proportion = pieces[i];
  return pieces.empty() ? 0 : pieces.size() - 1;
}

std::vector<CellType> Calibration::types_at(const Position& position) const {
  std::vector<CellType> types = types_;
  std::size_t at = set_proportions(types, position);
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (!types[type].division) continue;
    TimeLaw& law = *types[type].division;
    const FitRange means = mean_range(type);
    law.mean = means.high > means.low ? on_log_scale(means, position[at++]) : means.low;
    if (law.law == Law::Exponential) {
      law.sd = law.mean;
      continue;
    }
    const FitRange sds = sd_range(type, law.mean);
    law.sd = sds.high > sds.low ? on_log_scale(sds, position[at++]) : sds.low;
    law.sd = std::clamp(law.sd, narrowest * law.mean, widest * law.mean);
  }
  for (CellType& type : types) {
    if (!type.fit.death_mean) continue;
    const FitRange& means = *type.fit.death_mean;
    TimeLaw& law = *type.death;
    law.mean = means.high > means.low ? on_log_scale(means, position[at++]) : means.low;
    law.sd =
        law.law == Law::Exponential ? law.mean : std::clamp(law.sd, narrowest * law.mean, widest * law.mean);
  }
  return types;
}

bool Calibration::are_exchangeable(std::size_t a, std::size_t b) const {
  const CellType &first = types_[a], &second = types_[b];
  return first.division && second.division && first.division->law == second.division->law &&
         first.death == second.death && first.fit == second.fit;
}

std::vector<CellType> Calibration::in_order(std::vector<CellType> types) const {
  std::vector<bool> done(types.size());
  for (std::size_t first = 0; first < types.size(); ++first) {
    if (done[first]) continue;
    std::vector<std::size_t> places, fitted;
    for (std::size_t type = first; type < types.size(); ++type)
      if (are_exchangeable(first, type)) places.push_back(type);
    fitted = places;
    const std::vector<CellType> before = types;
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return types_[i].division->mean; });
    std::ranges::stable_sort(fitted, {}, [&](std::size_t i) { return before[i].division->mean; });
    for (std::size_t i = 0; i < places.size(); ++i) {
      types[places[i]].proportion = before[fitted[i]].proportion;
      types[places[i]].division = before[fitted[i]].division;
      types[places[i]].death = before[fitted[i]].death;
      done[places[i]] = true;
    }
  }
  return types;
}

std::vector<bool> Calibration::at_bounds(const std::vector<CellType>& types) const {
  const std::vector<double> values = parameters(types);
  std::vector<bool> at_limit;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [type, what] = parameters_[i];
    const FitRange range = what == What::Proportion  ? proportion_range(type)
                           : what == What::Mean      ? mean_range(type)
                           : what == What::DeathMean ? *types_[type].fit.death_mean
                                                     : sd_range(type, types[type].division->mean);
    const double near = 1e-6 * (range.high - range.low);
    at_limit.push_back(values[i] <= range.low + near || values[i] >= range.high - near);
  }
  return at_limit;
}

std::vector<std::string> Calibration::names() const {
  std::vector<std::string> names;
  for (const auto& [type, what] : parameters_)
    names.push_back(types_[type].name + (what == What::Proportion  ? ".proportion"
                                         : what == What::Mean      ? ".mean"
                                         : what == What::DeathMean ? ".death_mean"
                                                                   : ".sd"));
  return names;
}

std::vector<double> Calibration::parameters(const std::vector<CellType>& types) const {
  std::vector<double> values;
  for (const auto& [type, what] : parameters_)
    values.push_back(what == What::Proportion  ? types[type].proportion
                     : what == What::Mean      ? types[type].division->mean
                     : what == What::DeathMean ? types[type].death->mean
                                               : types[type].division->sd);
  return values;
}

}  // namespace morula
