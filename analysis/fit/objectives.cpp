#include "analysis/fit/objectives.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace morula {
namespace {

// A candidate for which a simulation would go through more cells than this is scored by its means: a swarm
// begins with types that divide far too fast, and would spend its time on them.
constexpr double most_simulated = 2e8;
constexpr u64 most_counter_bytes = u64{1} << 30;  // for one batch

ProliferationSpec with_ends_alone(ProliferationSpec spec) {
  spec.generations_every.reset();
  return spec;
}

}  // namespace

ExpectedCells::ExpectedCells(const ProliferationSpec& spec, const ScoreBins& bins,
                             std::shared_ptr<ThreadPool> threads, std::size_t points)
    : scored_(spec, bins),
      start_(spec.start),
      until_(spec.until),
      options_{last_generation(spec), points},
      threads_(std::move(threads)) {}

// The mean number of cells from one initial cell, by candidate and generation. Candidates that differ in a
// single parameter have most of their types in common, so that each distinct type is computed only once.
std::vector<std::vector<double>> ExpectedCells::by_generation(const std::vector<Types>& candidates,
                                                              const MeansOfType& means_of_type) const {
  std::map<std::tuple<std::size_t, double, double>, std::size_t> places;
  std::vector<const CellType*> distinct;
  const auto place_of = [&](std::size_t number, const CellType& type) {
    const TimeLaw law = type.division.value_or(TimeLaw{});
    const auto [at, is_new] = places.try_emplace({number, law.mean, law.sd}, distinct.size());
    if (is_new) distinct.push_back(&type);
    return at->second;
  };
  std::vector<std::vector<std::size_t>> parts(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t number = 0; number < candidates[i].size(); ++number)
      parts[i].push_back(place_of(number, candidates[i][number]));
  std::vector<std::vector<double>> means(distinct.size());
  threads_->for_ranges(distinct.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) means[i] = means_of_type(*distinct[i]);
  });
  std::vector<std::vector<double>> sums(candidates.size(), std::vector<double>(options_.generations + 1));
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t number = 0; number < candidates[i].size(); ++number)
      for (std::size_t k = 0; k < sums[i].size(); ++k)
        sums[i][k] += candidates[i][number].proportion * means[parts[i][number]][k];
  return sums;
}

std::vector<std::vector<double>> ExpectedCells::operator()(const std::vector<Types>& candidates) const {
  std::vector<std::vector<double>> cells;
  for (const std::vector<double>& means : by_generation(
           candidates, [&](const CellType& type) { return expected_cells(type, start_, until_, options_); }))
    cells.push_back(scored_.rebin_means(means));
  return cells;
}

std::vector<double> ExpectedCells::cells_ever(const std::vector<Types>& candidates) const {
  std::vector<double> totals;
  for (const std::vector<double>& births : by_generation(candidates, [&](const CellType& type) {
         return expected_births(type, start_, until_, options_);
       })) {
    const std::vector<double> binned = scored_.rebin_means(births);
    totals.push_back(std::accumulate(binned.begin(), binned.end(), 0.0));
  }
  return totals;
}

SimulatedCells::SimulatedCells(const ProliferationSpec& spec, const ScoreBins& bins, u32x2 key,
                               const Backend& backend)
    : spec_(with_ends_alone(spec)),
      scored_(spec_, bins),
      expected_(spec_, bins, backend.threads),
      process_(spec_),
      key_(key),
      backend_(backend) {
  for (std::size_t bin = 0; bin < process_.bins(); ++bin)
    most_cells_ += static_cast<double>(spec_.population[bin].count) *
                   static_cast<double>(u64{1} << process_.last_generations[bin]);
}

std::vector<bool> SimulatedCells::too_large(const std::vector<Types>& candidates) const {
  std::vector<bool> large(candidates.size());
  if (most_cells_ <= most_simulated) return large;
  const std::vector<double> simulated = expected_.cells_ever(candidates);
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = simulated[i] > most_simulated;
  return large;
}

bool SimulatedCells::are_too_many(const Types& types) const { return too_large({types}).front(); }

// The means of the candidates that are too large to be simulated; empty for the others.
std::vector<std::vector<double>> SimulatedCells::means_of_large(const std::vector<Types>& candidates) const {
  const std::vector<bool> large = too_large(candidates);
  std::vector<std::vector<double>> cells(candidates.size());
  if (std::ranges::none_of(large, [](bool is_large) { return is_large; })) return cells;
  cells = expected_(candidates);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!large[i]) cells[i].clear();
  return cells;
}

std::vector<std::vector<double>> SimulatedCells::operator()(const std::vector<Types>& candidates) {
  std::vector<std::vector<double>> cells = means_of_large(candidates);
  std::vector<std::size_t> batch;
  const u64 at_once = std::max<u64>(1, most_counter_bytes / (process_.counters() * sizeof(u64)));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (cells[i].empty()) batch.push_back(i);
    if (batch.size() < at_once && i + 1 < candidates.size()) continue;
    if (!batch.empty()) simulate(candidates, batch, cells);
    batch.clear();
  }
  return cells;
}

// Makes the variants on several threads, since making tables of quantiles takes longer than using them on a
// device.
std::vector<Variant> SimulatedCells::variants_of(const std::vector<Types>& candidates,
                                                 const std::vector<std::size_t>& batch) const {
  std::vector<Variant> variants(batch.size());
  backend_.threads->for_ranges(batch.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      ProliferationSpec spec = spec_;
      spec.types = candidates[batch[i]];
      variants[i] = {type_tables(spec), key_};
    }
  });
  return variants;
}

void SimulatedCells::simulate(const std::vector<Types>& candidates, const std::vector<std::size_t>& batch,
                              std::vector<std::vector<double>>& cells) {
  std::vector<Variant> variants = variants_of(candidates, batch);
  if (engine_)
    engine_->set_variants(std::move(variants));
  else
    engine_ = make_proliferation_engine(process_, std::move(variants), backend_);
  engine_->simulate(0, process_.cells());
  engine_->finish();
  const std::vector<u64> sums = engine_->rebinned(scored_.rebinning());
  const std::size_t bins = scored_.rebinning().score_bins;
  for (std::size_t i = 0; i < batch.size(); ++i)
    cells[batch[i]].assign(sums.begin() + static_cast<std::ptrdiff_t>(i * bins),
                           sums.begin() + static_cast<std::ptrdiff_t>((i + 1) * bins));
}

}  // namespace morula
