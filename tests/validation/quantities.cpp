#include "tests/validation/quantities.h"

#include <algorithm>
#include <numeric>

#include "analysis/autocorrelation.h"
#include "analysis/cosine_fit.h"

namespace morula::validation {
namespace {

constexpr std::size_t lag = 10;  // generations
constexpr u64 runs_on_device = 512, endings_on_device = 1u << 16;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool lost_a_species(const Record& record) {
  return std::any_of(record.density.begin() + 1, record.density.end(),
                     [](const std::vector<double>& series) { return series.back() == 0; });
}

// The covariance of the densities of the species with themselves `later` generations later, around their
// common value. It is multiplied by the number of sites, so that it is about one for all sizes. For 0 it is
// the variance.
double covariance_of(const Record& record, double sites, std::size_t later) {
  const auto species = static_cast<double>(record.density.size() - 1);
  const std::size_t pairs = record.density.front().size() - later;
  double sum = 0;
  for (std::size_t i = 0; i < pairs; ++i)
    for (std::size_t state = 1; state < record.density.size(); ++state) {
      const std::vector<double>& densities = record.density[state];
      sum += (densities[i] - (1 - record.density.front()[i]) / species) *
             (densities[i + later] - (1 - record.density.front()[i + later]) / species);
    }
  return sum * sites / species / static_cast<double>(pairs);
}

// The time at which the autocorrelation of the densities, averaged over the species, falls to one half.
std::optional<double> half_width_of(const Record& record) {
  std::vector<double> mean;
  for (std::size_t state = 1; state < record.density.size(); ++state) {
    const std::vector<double> of_state = autocorrelation(record.density[state]);
    mean.resize(of_state.size());
    for (std::size_t i = 0; i < of_state.size(); ++i)
      mean[i] += of_state[i] / static_cast<double>(record.density.size() - 1);
  }
  const auto fit = fit_cosine(mean, 1);
  return fit ? std::optional(fit->half_width) : std::nullopt;
}

struct Figures {
  bool lost = false;
  double empty = 0, density = 0, variance = 0, covariance = 0, interface = 0;
  std::optional<double> half_width;
  std::vector<double> correlation;
};

Figures figures_of(const Record& record, double sites) {
  if (lost_a_species(record)) return {.lost = true, .half_width = {}, .correlation = {}};
  return {false,
          mean_of(record.density[0]),
          mean_of(record.density[1]),
          covariance_of(record, sites, 0),
          covariance_of(record, sites, std::min(lag, record.density[0].size() - 1)),
          record.interface,
          half_width_of(record),
          record.correlation};
}

// Values in the order of Figures, with pairs at 1, 2, 4 and 8 sites if they were counted.
std::vector<double> values_of(const Figures& run) {
  std::vector<double> values = {run.empty, run.density, run.variance, run.covariance,
                                run.half_width.value_or(0)};
  if (run.correlation.empty()) return values;
  values.push_back(run.interface);
  for (const std::size_t apart : {1u, 2u, 4u, 8u}) values.push_back(run.correlation[apart - 1]);
  return values;
}

Samples samples_of(const std::vector<Figures>& runs) {
  Samples samples = {{"lost a species", {}}};
  for (const char* name : {"empty", "first species", "variance × sites", "10 generations on", "half width",
                           "interface", "C(1)", "C(2)", "C(4)", "C(8)"})
    samples.push_back({name, {}});
  for (const Figures& run : runs) {
    samples[0].values.push_back(run.lost);
    if (run.lost) continue;
    const std::vector<double> values = values_of(run);
    for (std::size_t i = 0; i < values.size(); ++i) samples[i + 1].values.push_back(values[i]);
  }
  // A series has no half width if it is too short for its correlation to fall.
  const bool complete =
      std::ranges::all_of(runs, [](const Figures& run) { return run.lost || run.half_width; });
  if (!complete) std::erase_if(samples, [](const Sample& sample) { return sample.name == "half width"; });
  std::erase_if(samples, [](const Sample& sample) { return sample.values.size() < 2; });
  return samples;
}

std::vector<u64> endings_of(const InteractionSpec& batch, const Ending& ending, const Backend& backend) {
  const auto engine = begin(batch, ending.seed, backend);
  const unsigned states = batch.states();
  std::vector<u64> endings(batch.replicas, 0);
  u64 living = batch.replicas;
  for (u64 time = 1; time <= ending.at_most && living > 0; ++time) {
    engine->step(time - 1, 1);
    engine->finish();
    const std::vector<u64> counts = engine->count_states();
    for (u64 run = 0; run < batch.replicas; ++run) {
      const auto species = std::span(counts).subspan(run * states + 1, states - 1);
      if (endings[run] != 0 || std::ranges::find(species, u64{0}) == species.end()) continue;
      endings[run] = time;
      engine->freeze(run);
      --living;
    }
  }
  for (u64& end : endings)
    if (end == 0) end = ending.at_most;
  return endings;
}

}  // namespace

Samples measure(const InteractionSpec& spec, const Trial& trial, const Backend& backend) {
  std::vector<Figures> runs(trial.runs);
  for_batches(spec, trial.runs, runs_on_device, backend,
              [&](const InteractionSpec& batch, const Backend& on) {
                const std::vector<Record> records = observe_batch(batch, trial, on);
                for (std::size_t i = 0; i < records.size(); ++i)
                  runs[batch.first_replica + i] =
                      figures_of(records[i], static_cast<double>(spec.lattice.global.sites()));
              });
  return samples_of(runs);
}

Samples measure_extinction(const InteractionSpec& spec, const Ending& ending, const Backend& backend) {
  Samples samples = {{"extinction time", std::vector<double>(ending.runs)},
                     {"its square", std::vector<double>(ending.runs)}};
  for_batches(spec, ending.runs, endings_on_device, backend,
              [&](const InteractionSpec& batch, const Backend& on) {
                const std::vector<u64> endings = endings_of(batch, ending, on);
                for (std::size_t i = 0; i < endings.size(); ++i) {
                  const auto time = static_cast<double>(endings[i]);
                  samples[0].values[batch.first_replica + i] = time;
                  samples[1].values[batch.first_replica + i] = time * time;
                }
              });
  return samples;
}

}  // namespace morula::validation
