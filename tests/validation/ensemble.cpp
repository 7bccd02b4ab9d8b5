#include "tests/validation/ensemble.h"

#include <algorithm>

#include "models/interaction/initial/initial_species.h"
#include "models/interaction/observe/measures.h"
#include "models/interaction/observe/site_pairs.h"

namespace morula::validation {
namespace {

void add_counts(std::vector<Record>& records, const std::vector<u64>& counts, double sites) {
  const std::size_t states = counts.size() / records.size();
  for (std::size_t run = 0; run < records.size(); ++run) {
    records[run].density.resize(states);
    for (std::size_t state = 0; state < states; ++state)
      records[run].density[state].push_back(static_cast<double>(counts[run * states + state]) / sites);
  }
}

// The fraction of pairs of different states at each distance, over all axes.
std::vector<double> differing_fractions(std::span<const u8> states, const Lattice& lattice) {
  ThreadPool alone(1);
  std::vector<SitePairs> sums(furthest);
  for (const Axis axis : {Axis::X, Axis::Y, Axis::Z}) {
    if (axis == Axis::Z && lattice.dimensions == 2) continue;
    const std::vector<SitePairs> pairs = site_pairs(states, lattice, axis, 1, furthest, alone);
    for (Index i = 0; i < furthest; ++i) {
      sums[i].compared += pairs[i].compared;
      sums[i].differing += pairs[i].differing;
    }
  }
  std::vector<double> fractions;
  for (const SitePairs& sum : sums)
    fractions.push_back(static_cast<double>(sum.differing) / static_cast<double>(sum.compared));
  return fractions;
}

// C(r) = 1 − differing / Σ ρ(1 − ρ), as in the family's README.
void add_picture(Record& record, std::span<const u8> states, const Lattice& lattice) {
  double at_random = 0;
  for (const std::vector<double>& density : record.density)
    at_random += density.back() * (1 - density.back());
  if (at_random == 0) return;  // one state fills the lattice
  const std::vector<double> differing = differing_fractions(states, lattice);
  record.correlation.resize(furthest);
  for (Index i = 0; i < furthest; ++i) record.correlation[i] += 1 - differing[i] / at_random;
  record.interface += differing.front();
  ++record.pictures;
}

void add_pictures(std::vector<Record>& records, InteractionEngine& engine, const Lattice& lattice,
                  ThreadPool& threads) {
  const u64 sites = lattice.global.sites();
  std::vector<u8> states(records.size() * sites);
  engine.read({0, states.size()}, states);
  threads.for_ranges(records.size(), [&](u64 first, u64 last) {
    for (u64 run = first; run < last; ++run)
      add_picture(records[run], std::span(states).subspan(run * sites, sites), lattice);
  });
}

void take_means(Record& record) {
  const auto pictures = static_cast<double>(std::max<u64>(1, record.pictures));
  for (double& correlation : record.correlation) correlation /= pictures;
  record.interface /= pictures;
}

void each_batch(InteractionSpec spec, u64 first, u64 last, u64 at_once, const Backend& backend,
                const BatchWork& work) {
  for (u64 run = first; run < last; run += at_once) {
    spec.first_replica = run;
    spec.replicas = std::min(at_once, last - run);
    work(spec, backend);
  }
}

}  // namespace

std::unique_ptr<InteractionEngine> begin(const InteractionSpec& batch, u64 seed, const Backend& backend) {
  auto engine = make_engine(batch, seed, backend);
  const u64 sites = batch.lattice.global.sites();
  std::vector<u8> states(sites);
  for (u64 run = 0; run < batch.replicas; ++run) {
    fill_initial_species(batch.initial, batch.lattice, seed, batch.first_replica + run, {0, sites}, states,
                         *backend.threads);
    engine->write({run * sites, sites}, states);
  }
  return engine;
}

void for_batches(InteractionSpec spec, u64 runs, u64 at_once, const Backend& backend, const BatchWork& work) {
  if (backend.device && spec.order == UpdateOrder::Parallel)
    return each_batch(std::move(spec), 0, runs, at_once, backend, work);
  backend.threads->for_ranges(runs, [&](u64 first, u64 last) {
    each_batch(spec, first, last, std::min<u64>(at_once, 16),
               {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}, work);
  });
}

std::vector<Record> observe_batch(const InteractionSpec& batch, const Trial& trial, const Backend& backend) {
  std::vector<Record> records(batch.replicas);
  const auto engine = begin(batch, trial.seed, backend);
  engine->step(0, trial.transient * trial.slower);
  for (u64 i = 0; i < trial.generations; ++i) {
    engine->step((trial.transient + i) * trial.slower, trial.slower);
    engine->finish();
    add_counts(records, engine->count_states(), static_cast<double>(batch.lattice.global.sites()));
    if (trial.between_pictures != 0 && i % trial.between_pictures == 0)
      add_pictures(records, *engine, batch.lattice, *backend.threads);
  }
  for (Record& record : records) take_means(record);
  return records;
}

}  // namespace morula::validation
