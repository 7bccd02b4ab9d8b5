#include "bench/pereira/pereira_bench.h"

#include <functional>

#include "bench/clock.h"
#include "bench/pereira/pereira_paths.h"

namespace morula {
namespace {

constexpr std::uint64_t rounds_of_a_run = pereira_cycles / pereira_counts_every;
constexpr auto sides = {128u, 256u, 512u};  // the paper's

// Seconds that one figure of a table may take. A longer measurement is stopped, and scaled.

constexpr auto needs_a_device = "it needs a device";

struct TimedRounds {
  std::uint64_t rounds = 0;
  double seconds = 0;

  double of(std::uint64_t round_count) const {
    return seconds / static_cast<double>(rounds) * static_cast<double>(round_count);
  }
};

// Times up to this number of rounds. One round before them is not counted, since some drivers compile then.
TimedRounds time_of_rounds(std::uint64_t rounds, const std::function<void()>& round,
                           std::uint64_t at_once = 1) {
  const double too_long = 3 * seconds_of_a_figure();
  round();
  TimedRounds timed;
  for (; timed.rounds < rounds && timed.seconds < too_long; timed.rounds += at_once)
    timed.seconds += seconds_of(round);
  return timed;
}

// A path that runs the lattice. To add one, add a line to `experiments`.
struct Experiment {
  std::string name;
  bool needs_device;
  std::function<TimedRounds(const PereiraSpec&, const Backend&)> measure;  // rounds of ten cycles and a count
};

TimedRounds time_of_path(PereiraPath& path, const PereiraSpec& spec) {
  path.upload(pereira_start(spec));
  const std::uint64_t at_once = path.rounds_at_once();
  return time_of_rounds(
      rounds_of_a_run, [&] { path.run_counted(at_once, pereira_counts_every); }, at_once);
}

// Experiment II counts as the paper's first simulator did, by the "traditional approach".
std::vector<Experiment> experiments() {
  using enum PereiraConflict;
  const auto xorshift = [](PereiraConflict conflict) {
    return [conflict](const PereiraSpec& spec, const Backend& backend) {
      return time_of_path(*pereira_xorshift(spec, {backend.device, conflict, count_by_sorting}), spec);
    };
  };
  return {
      {experiment_one, false,
       [](const PereiraSpec& spec, const Backend&) { return time_of_path(*pereira_sequential(spec), spec); }},
      {experiment_two, true,
       [](const PereiraSpec& spec, const Backend& backend) {
         return time_of_path(*pereira_matrices(spec, {backend.device, Races, count_by_atomics}), spec);
       }},
      {experiment_three, true, xorshift(Races)},
      {three_with_atomics, true, xorshift(Holds)},
      {our_engine, false,
       [](const PereiraSpec& spec, const Backend& backend) {
         return time_of_path(*pereira_ours(spec, backend), spec);
       }},
  };
}

// A method that counts the lattice. To add one, add a line to `countings`.
struct Counting {
  std::string name;
  bool needs_device;
  // Times rounds of one count.
  std::function<TimedRounds(const PereiraCells&, const PereiraSpec&, const Backend&)> measure;
};

std::vector<Counting> countings() {
  const auto with = [](MakeCounter make) {
    return [make](const PereiraCells& cells, const PereiraSpec&, const Backend& backend) {
      const auto device_cells = backend.device->allocate(cells.size() * sizeof(u32));
      backend.device->write(*device_cells, 0, std::as_bytes(std::span(cells)));
      const auto counter = make(static_cast<u32>(cells.size()), backend.device);
      return time_of_rounds(rounds_of_a_run, [&] { counter->count(*device_cells); });
    };
  };
  return {{"sort and count", true, with(count_by_sorting)},
          {"atomics", true, with(count_by_atomics)},
          {our_engine, false, [](const PereiraCells& cells, const PereiraSpec& spec, const Backend& backend) {
             const auto path = pereira_ours(spec, backend);
             path->upload(cells);
             return time_of_rounds(rounds_of_a_run, [&] { path->count(); });
           }}};
}

// Domains have formed by then, so that the counted lattice is typical of a run.
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
      if (experiment.needs_device && !backend.device) {
        table.left_out.push_back({side, experiment.name, needs_a_device});
        continue;
      }
      const TimedRounds timed = experiment.measure(lattice_of(side), backend);
      table.rows.push_back(
          {side, experiment.name, timed.rounds * pereira_counts_every, timed.of(rounds_of_a_run)});
    }
  return table;
}

Compared<CountingTime> compare_counting(const Backend& backend) {
  Compared<CountingTime> table;
  for (const unsigned side : sides) {
    const PereiraSpec spec = lattice_of(side);
    const PereiraCells cells = grown(spec);
    for (const Counting& counting : countings()) {
      if (counting.needs_device && !backend.device) {
        table.left_out.push_back({side, counting.name, needs_a_device});
        continue;
      }
      const TimedRounds timed = counting.measure(cells, spec, backend);
      table.rows.push_back({side, counting.name, timed.rounds, timed.of(rounds_of_a_run)});
    }
  }
  return table;
}

}  // namespace morula
