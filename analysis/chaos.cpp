#include "analysis/chaos.h"

#include <algorithm>

#include "analysis/autocorrelation.h"
#include "analysis/bezier.h"
#include "analysis/maxima.h"

namespace morula {
namespace {

// Number of curves that share their weights; more would need too much memory.
constexpr std::size_t curves_at_once = 32;

using Correlations = std::vector<std::vector<double>>;  // by member and lag

Correlations correlations_of(const Ensemble& ensemble, std::size_t column, ThreadPool& threads) {
  Correlations correlations(ensemble.members.size());
  threads.for_ranges(correlations.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::size_t i = begin; i < end; ++i)
      correlations[i] = autocorrelation(ensemble.members[i].series[column]);
  });
  return correlations;
}

void correlate(ColumnChaos& chaos, const Correlations& members, double spacing) {
  chaos.correlation = spread_by_row(members);
  std::vector<double> mean;
  for (const Spread& lag : chaos.correlation) mean.push_back(lag.mean);
  chaos.fit = fit_cosine(mean, spacing);
  std::vector<double> kappas;
  for (const std::vector<double>& member : members)
    if (const auto fit = fit_cosine(member, spacing)) kappas.push_back(fit->kappa);
  if (kappas.size() == members.size()) chaos.kappa = spread_of(kappas);
}

void count_peaks(ColumnChaos& chaos, const Ensemble& ensemble, std::size_t column, ThreadPool& threads) {
  std::vector<double> densities, from_moments;
  for (std::size_t begin = 0; begin < ensemble.members.size(); begin += curves_at_once) {
    std::vector<std::span<const double>> batch;
    for (std::size_t i = begin; i < std::min(begin + curves_at_once, ensemble.members.size()); ++i)
      batch.emplace_back(ensemble.members[i].series[column]);
    const std::vector<BezierCurve> curves = bezier_curves(batch, ensemble.spacing, threads);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      chaos.peaks.push_back(count_maxima(curves[i], batch[i], ensemble.spacing));
      densities.push_back(static_cast<double>(chaos.peaks.back()) / ensemble.duration());
      from_moments.push_back(density_from_moments(curves[i]));
    }
    if (begin == 0) chaos.smoothed = curves.front().value;
  }
  chaos.density = spread_of(densities);
  chaos.moment_density = spread_of(from_moments);
}

std::optional<double> length_of(double density) {
  return density > 0 ? std::optional(1 / (6 * density)) : std::nullopt;
}

}  // namespace

std::optional<double> ColumnChaos::length_from_maxima() const { return length_of(density.mean); }
std::optional<double> ColumnChaos::length_from_moments() const { return length_of(moment_density.mean); }

std::map<std::uint64_t, std::uint64_t> ColumnChaos::histogram() const {
  std::map<std::uint64_t, std::uint64_t> members;
  for (const std::uint64_t count : peaks) ++members[count];
  return members;
}

ChaosReport analyze_chaos(const Ensemble& ensemble, ThreadPool& threads) {
  ChaosReport report{ensemble.start, ensemble.spacing, ensemble.points, ensemble.members.size(), 0, {}};
  report.width = smoothing_width(ensemble.points, 0.5);
  for (std::size_t column = 0; column < ensemble.columns.size(); ++column) {
    ColumnChaos chaos;
    chaos.column = ensemble.columns[column];
    chaos.first = ensemble.members.front().series[column];
    correlate(chaos, correlations_of(ensemble, column, threads), ensemble.spacing);
    count_peaks(chaos, ensemble, column, threads);
    if (chaos.fit) chaos.kept = amplitude_kept(ensemble.points, chaos.fit->kappa, ensemble.spacing);
    report.columns.push_back(std::move(chaos));
  }
  return report;
}

}  // namespace morula
