// Prints the tables of docs/validation/interaction.md.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

#include "apps/morula/command_line.h"
#include "core/error.h"
#include "tests/validation/processes.h"
#include "tests/validation/published.h"
#include "tests/validation/quantities.h"

namespace morula::validation {
namespace {

struct Options {
  std::string part = "all", only;
  std::optional<Index> side;
  std::optional<u64> runs, transient, generations;
  u64 seed = 1;
  BackendRequest backend;
};

// Counts all comparisons, for the summary at the end.
struct Tally {
  u64 count = 0;
  double squares = 0, greatest = 0;

  void add(const std::vector<Comparison>& comparisons) {
    for (const Comparison& comparison : comparisons)
      if (comparison.difference_error() > 0) {
        ++count;
        squares += comparison.z() * comparison.z();
        greatest = std::max(greatest, std::abs(comparison.z()));
      }
  }
  void print() const {
    fmt::print("{} differences: the root mean square of z is {:.2f}, the greatest {:.1f}.\n\n", count,
               std::sqrt(squares / static_cast<double>(count)), greatest);
  }
};

bool chosen(const Options& options, const std::string& name) {
  return options.only.empty() || name.find(options.only) != std::string::npos;
}

Trial trial_of(const Options& options) {
  return {options.seed, options.runs.value_or(160), options.transient.value_or(500),
          options.generations.value_or(2000)};
}

// The second ensemble has a different seed, so that no two runs share random numbers or an initial state.
Trial one_of(Trial trial, u64 seed, u64 slower = 1) {
  trial.seed = seed;
  trial.slower = slower;
  return trial;
}

Samples sequentially(const Named& process, const Trial& trial, const Backend& backend) {
  return measure(in_order(process.spec, UpdateOrder::Sequential), one_of(trial, trial.seed, process.slower),
                 backend);
}

std::string ensembles(const Trial& trial) {
  return fmt::format("{} runs each, generations {} to {}, seeds {} and {}.", trial.runs, trial.transient + 1,
                     trial.transient + trial.generations, trial.seed, trial.seed + 1);
}

// In 3D a lattice of so few sites soon loses a species, so ensembles are compared before that.
Trial before_a_loss(Trial trial, const Named& process) {
  if (process.spec.lattice.dimensions == 2) return trial;
  trial.transient = std::min<u64>(trial.transient, 20);
  trial.generations = std::min<u64>(trial.generations, 100);
  return trial;
}

void compare_orders(const Options& options, const Backend& backend) {
  const Trial trial = trial_of(options);
  const Index side = options.side.value_or(128);
  fmt::print("## Orders\n\n");
  Tally tally;
  for (const Named& process : processes(side)) {
    if (!chosen(options, process.name)) continue;
    const Trial shortened = before_a_loss(trial, process);
    const Samples sequential = sequentially(process, shortened, backend);
    const auto print = [&](const std::string& title, const InteractionSpec& spec, u64 seed) {
      const auto compared = compare(sequential, measure(spec, one_of(shortened, seed), backend));
      fmt::print("### {}, {}\n\n{}\n\n{}\n", title, to_string(spec.lattice.global, spec.lattice.dimensions),
                 ensembles(shortened), table_of(compared, "sequential", "parallel"));
      std::cout.flush();
      return compared;
    };
    tally.add(print(process.name, process.spec, shortened.seed + 1));
    if (process.name == "Moore")
      print("Control: the same, with 1 % less predation", with_predation(process.spec, 0.99),
            shortened.seed + 1);
  }
  tally.print();
}

// Larger lattices do not make variances more precise, only more runs do. So there are many small runs, which
// end before a species is lost.
void compare_fluctuations(const Options& options, const Backend& backend) {
  const Trial trial{options.seed, options.runs.value_or(1u << 17), options.transient.value_or(20),
                    options.generations.value_or(60), 0};
  const InteractionSpec spec = processes(options.side.value_or(24)).front().spec;
  const auto compared = compare(measure(in_order(spec, UpdateOrder::Sequential), trial, backend),
                                measure(spec, one_of(trial, trial.seed + 1), backend));
  fmt::print("## Fluctuations\n\nMoore, {}. {}\n\n{}\n", to_string(spec.lattice.global, 2), ensembles(trial),
             table_of(compared, "sequential", "parallel"));
}

void compare_phases(const Options& options, const Backend& backend) {
  const Trial trial = trial_of(options);
  const Named process = lotka_volterra(options.side.value_or(128));
  fmt::print("## Phases\n\n{}\n\n", ensembles(trial));
  const Samples sequential = sequentially(process, trial, backend);
  for (const u64 times : {1u, 2u, 4u, 8u, 16u}) {
    const Named slowed = slower(process, times);
    const auto compared =
        compare(sequential, measure(slowed.spec, one_of(trial, trial.seed + 1, times), backend));
    fmt::print("### {}\n\n{}\n", slowed.name, table_of(compared, "sequential", "parallel"));
    std::cout.flush();
  }
}

void compare_refined(const Options& options, const Backend& backend) {
  const Trial trial = trial_of(options);
  Named process = lotka_volterra(options.side.value_or(128));
  fmt::print("## Refined\n\n{}\n\n", ensembles(trial));
  const Samples sequential = sequentially(process, trial, backend);
  for (const u64 times : {1u, 2u, 4u, 8u, 16u, 32u}) {
    process.spec.refine = times;
    const auto compared = compare(sequential, measure(process.spec, one_of(trial, trial.seed + 1), backend));
    fmt::print("### {}, refine: {}\n\n{}\n", process.name, times,
               table_of(compared, "sequential", "parallel"));
    std::cout.flush();
  }
}

void compare_extinctions(const Options& options, const Backend& backend) {
  const Ending ending{options.seed, options.runs.value_or(1u << 15)};
  fmt::print("## Extinction\n\n{} runs each, seeds {} and {}.\n\n", ending.runs, ending.seed,
             ending.seed + 1);
  Tally tally;
  for (const Named& process : short_lived()) {
    if (!chosen(options, process.name)) continue;
    Ending second = ending;
    ++second.seed;
    const auto compared =
        compare(measure_extinction(in_order(process.spec, UpdateOrder::Sequential), ending, backend),
                measure_extinction(process.spec, second, backend));
    fmt::print("### {}\n\n{}\n", process.name, table_of(compared, "sequential", "parallel"));
    std::cout.flush();
    tally.add(compared);
  }
  tally.print();
}

void show_published(const Options& options, const Backend& backend) {
  const Trial trial{options.seed, options.runs.value_or(16), options.transient.value_or(2000),
                    options.generations.value_or(5000), 0};
  const Index side = options.side.value_or(500);
  InteractionSpec full = rock_paper_scissors(side, 0.5, 0.25, 0.25);
  start_equal(full, false);
  const std::vector<Named> processes = {{"(0.5, 0.25, 0.25)", rock_paper_scissors(side, 0.5, 0.25, 0.25)},
                                        {"(0.25, 0.25, 0.5)", rock_paper_scissors(side, 0.25, 0.25, 0.5)},
                                        {"(0.5, 0.25, 0.25), no empties at first", full}};
  std::string chaos = chaos_header(), densities = density_header();
  for (const Named& process : processes)
    for (const UpdateOrder order : {UpdateOrder::Sequential, UpdateOrder::Parallel}) {
      const bool sequential = order == UpdateOrder::Sequential;
      const std::string name = process.name + (sequential ? ", sequential" : ", parallel");
      if (!chosen(options, name)) continue;
      const Published published =
          measure_published(in_order(process.spec, order), one_of(trial, trial.seed + !sequential), backend);
      chaos += chaos_row(name, published);
      densities += density_row(name, published);
    }
  fmt::print("## Published\n\n{}², {} runs each, generations {} to {}, seeds {} and {}.\n\n{}\n{}\n", side,
             trial.runs, trial.transient + 1, trial.transient + trial.generations, trial.seed, trial.seed + 1,
             chaos, densities);
}

void show(const Options& options) {
  const Backend backend = open_backend(options.backend);
  const auto begin = std::chrono::steady_clock::now();
  const bool every_part = options.part == "all";
  if (every_part || options.part == "published") show_published(options, backend);
  if (every_part || options.part == "orders") compare_orders(options, backend);
  if (every_part || options.part == "fluctuations") compare_fluctuations(options, backend);
  if (every_part || options.part == "phases") compare_phases(options, backend);
  if (every_part || options.part == "refined") compare_refined(options, backend);
  if (every_part || options.part == "extinction") compare_extinctions(options, backend);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fmt::print("Sequential on {} threads, parallel on {}: {:.0f} s.\n", backend.threads->size(),
             backend.device_name(), took.count());
}

void add_options(const Command& app, Options& options) {
  app.add_option("PART", options.part, "Which tables")
      .one_of({"all", "orders", "fluctuations", "phases", "refined", "extinction", "published"})
      .shows_default();
  app.add_option("--only", options.only, "Only processes whose name contains this text");
  app.add_option("--side", options.side, "Side of the lattice");
  app.add_option("--runs", options.runs, "Number of runs of each ensemble");
  app.add_option("--transient", options.transient, "Number of generations before the measured ones");
  app.add_option("--generations", options.generations, "Number of measured generations");
  app.add_option("--seed", options.seed, "Seed of the first ensemble; the second has the next seed");
  app.add_option("--backend", options.backend.name, "Backend of the parallel order: auto, cpu, cuda, opencl");
  app.add_option("--threads", options.backend.threads, "CPU threads; each has its own runs");
}

}  // namespace
}  // namespace morula::validation

int main(int count, char** words) {
  morula::CommandLine line("interaction_validation",
                           "Compares the parallel order of competing species with the sequential one, and "
                           "both with published figures");
  morula::validation::Options options;
  morula::validation::add_options(line.root(), options);
  line.root().on_call([&] { morula::validation::show(options); });
  try {
    const auto outcome = line.call(count, words);
    fmt::print("{}", outcome.answer);
    fmt::print(stderr, "{}", outcome.problem);
    return outcome.right ? 0 : 2;
  } catch (const morula::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
