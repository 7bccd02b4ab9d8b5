#include "tests/validation/published.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace morula::validation {
namespace {

Ensemble ensemble_of(const Trial& trial, std::size_t species) {
  Ensemble ensemble;
  for (std::size_t i = 1; i <= species; ++i) ensemble.columns.push_back("species " + std::to_string(i));
  ensemble.start = static_cast<double>(trial.transient + 1);
  ensemble.points = trial.generations;
  ensemble.members.resize(trial.runs);
  return ensemble;
}

// κ of every run and species, and the results of a fit to the mean correlation of a species.
struct Fitted {
  Sample kappa{"κ", {}};
  double of_mean = 0, residual = 0, maxima = 0;
};

Fitted fitted(const ChaosReport& chaos) {
  Fitted fitted;
  const auto columns = static_cast<double>(chaos.columns.size());
  for (const ColumnChaos& column : chaos.columns) {
    if (column.kappa) fitted.kappa.values.push_back(column.kappa->mean);
    if (column.fit) {
      fitted.of_mean += column.fit->kappa / columns;
      fitted.residual += column.fit->residual / columns;
    }
    fitted.maxima += column.density.mean / columns;
  }
  return fitted;
}

}  // namespace

Published measure_published(const InteractionSpec& spec, const Trial& trial, const Backend& backend) {
  Published published;
  Ensemble ensemble = ensemble_of(trial, spec.species.size());
  published.densities.assign(spec.states(), {"", std::vector<double>(trial.runs)});
  for_batches(spec, trial.runs, trial.runs, backend, [&](const InteractionSpec& batch, const Backend& on) {
    std::vector<Record> records = observe_batch(batch, trial, on);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::size_t run = batch.first_replica + i;
      for (std::size_t state = 0; state < spec.states(); ++state) {
        const std::vector<double>& series = records[i].density[state];
        published.densities[state].values[run] =
            std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
        if (state > 0) ensemble.members[run].series.push_back(series);
      }
    }
  });
  published.chaos = analyze_chaos(ensemble, *backend.threads);
  return published;
}

std::string chaos_header() {
  return "| process | κ of each run, mean | π/3κ | κ of the mean correlation | π/3κ | residual | maxima "
         "per generation | 1/6⟨ρ⟩ |\n|---|---|---|---|---|---|---|---|\n";
}

std::string chaos_row(const std::string& name, const Published& published) {
  const Fitted fit = fitted(published.chaos);
  const double third = std::numbers::pi / 3;
  double deviation = 0;  // of runs, as a mean over species, since several species hardly make κ more precise
  for (const ColumnChaos& column : published.chaos.columns)
    if (column.kappa)
      deviation += column.kappa->deviation / static_cast<double>(published.chaos.columns.size());
  const double error = deviation / std::sqrt(static_cast<double>(published.chaos.members));
  const double kappa = fit.kappa.values.empty() ? 0 : fit.kappa.mean();
  return fmt::format("| {} | {:.5f} ± {:.5f} | {:.1f} | {:.5f} | {:.1f} | {:.3f} | {:.5f} | {:.1f} |\n", name,
                     kappa, error, third / kappa, fit.of_mean, third / fit.of_mean, fit.residual, fit.maxima,
                     1 / (6 * fit.maxima));
}

std::string density_header() {
  return "| process | empty | first species | second | third |\n|---|---|---|---|---|\n";
}

std::string density_row(const std::string& name, const Published& published) {
  std::string row = "| " + name + " |";
  for (const Sample& density : published.densities)
    row += fmt::format(" {:.5f} ± {:.5f} |", density.mean(), density.error());
  return row + "\n";
}

}  // namespace morula::validation
