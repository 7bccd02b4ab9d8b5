#include "bench/pereira/pereira_bench.h"

#include <functional>

#include "bench/clock.h"
#include "bench/pereira/pereira_paths.h"

namespace morula {
namespace {

constexpr auto sides = {128u, 256u, 512u};  // the paper's

// Seconds that one figure of a table may take. What would take longer is stopped, and scaled.
constexpr double too_long = 3.0;

struct Taken {
  std::uint64_t rounds = 0;
  double seconds = 0;

  double of(std::uint64_t all) const {
    return seconds / static_cast<double>(rounds) * static_cast<double>(all);
  }
};

// Up to this many rounds, each finished when it returns. One before them is not counted: some drivers compile
// then.
Taken time_of_rounds(std::uint64_t rounds, const std::function<void()>& round) {
  round();
  Taken taken;
  for (; taken.rounds < rounds && taken.seconds < too_long; ++taken.rounds)
    taken.seconds += seconds_of(round);
  return taken;
}

// A way to run the lattice: a new one is a line in `experiments`.
struct Experiment {
  std::string name;
  std::function<std::unique_ptr<PereiraPath>(const PereiraSpec&, const Backend&)> make;
  bool needs_device = true;
};

// Experiment II counts as the paper's first simulator did, by what it calls the traditional approach.
std::vector<Experiment> experiments() {
  using enum PereiraConflict;
  return {
      {experiment_one, [](const PereiraSpec& spec, const Backend&) { return pereira_sequential(spec); },
       false},
      {experiment_two,
       [](const PereiraSpec& spec, const Backend& backend) {
         return pereira_matrices(spec, {backend.device, Races, count_by_atomics});
       }},
      {experiment_three,
       [](const PereiraSpec& spec, const Backend& backend) {
         return pereira_xorshift(spec, {backend.device, Races, count_by_sorting});
       }},
      {three_with_atomics,
       [](const PereiraSpec& spec, const Backend& backend) {
         return pereira_xorshift(spec, {backend.device, Holds, count_by_sorting});
       }},
  };
}

ExperimentTime time_of(const Experiment& experiment, const PereiraSpec& spec, const Backend& backend) {
  const auto path = experiment.make(spec, backend);
  path->upload(pereira_start(spec));
  const Taken taken = time_of_rounds(pereira_cycles / pereira_counts_every, [&] {
    path->cycle(pereira_counts_every);
    path->count();
  });
  return {spec.side, experiment.name, taken.rounds * pereira_counts_every,
          taken.of(pereira_cycles / pereira_counts_every)};
}

// A way to count the lattice: a new one is a line in `countings`.
struct Counting {
  std::string name;
  MakeCounter make;
};

std::vector<Counting> countings() {
  return {{"sort and count", count_by_sorting}, {"atomics", count_by_atomics}};
}

CountingTime time_of(const Counting& counting, const PereiraSpec& spec, const Backend& backend,
                     gpu::Buffer& cells) {
  const auto counter = counting.make(spec.side * spec.side, backend.device);
  const Taken taken = time_of_rounds(pereira_cycles / pereira_counts_every, [&] { counter->count(cells); });
  return {spec.side, counting.name, taken.rounds, taken.of(pereira_cycles / pereira_counts_every)};
}

// Domains have formed by then: what is counted is what a run meets.
PereiraCells grown(const PereiraSpec& spec) {
  const auto path = pereira_sequential(spec);
  path->upload(pereira_start(spec));
  path->cycle(50);
  return path->download();
}

PereiraSpec lattice_of(unsigned side) {
  PereiraSpec spec;
  spec.side = side;
  return spec;
}

}  // namespace

Compared<ExperimentTime> compare_experiments(const Backend& backend) {
  Compared<ExperimentTime> table;
  for (const unsigned side : sides)
    for (const Experiment& experiment : experiments()) {
      if (experiment.needs_device && !backend.device)
        table.left_out.push_back({side, experiment.name, "it needs a device"});
      else
        table.rows.push_back(time_of(experiment, lattice_of(side), backend));
    }
  return table;
}

Compared<CountingTime> compare_counting(const Backend& backend) {
  Compared<CountingTime> table;
  if (!backend.device) return table;
  for (const unsigned side : sides) {
    const PereiraSpec spec = lattice_of(side);
    const PereiraCells cells = grown(spec);
    const auto there = backend.device->allocate(cells.size() * sizeof(u32));
    backend.device->write(*there, 0, std::as_bytes(std::span(cells)));
    for (const Counting& counting : countings())
      table.rows.push_back(time_of(counting, spec, backend, *there));
  }
  return table;
}

}  // namespace morula
