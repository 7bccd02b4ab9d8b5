// Prints the tables of docs/validation/potts.md.
#include <fmt/format.h>

#include <chrono>

#include "apps/morula/command_line.h"
#include "core/error.h"
#include "models/potts/order/regions.h"
#include "tests/validation/tissue_ensemble.h"

namespace morula::validation {
namespace {

struct Options {
  std::string only;
  u64 runs = 16, scale = 2, seed = 1;
  BackendRequest backend;
};

// A way to lay regions; the one that a model is given when side is 0.
struct Way {
  u32 side = 0, attempts = 0;
  bool exclusive = false;
};

std::vector<Way> ways_of(unsigned dimensions) {
  if (dimensions == 3) return {{}, {2, 2}, {4, 4}, {4, 16}, {2, 1, true}};
  return {{}, {2, 1}, {4, 4}, {4, 16}, {2, 1, true}};
}

void compare_orders(const Options& options, const NamedTissue& tissue, const Backend& backend) {
  TissueTrial trial = tissue.trial;
  trial.runs = options.runs;
  trial.seed = options.seed;
  potts::PottsSpec spec = tissue.spec;
  spec.order = potts::Order::Sequential;
  const TissueRecord sequential = measure_tissue(spec, trial, backend);
  spec.order = potts::Order::Parallel;
  const Extent& side = spec.lattice.global;
  fmt::print("## {}\n\n{} x {} x {}, {} runs each, steps {} to {}, seed {}.\n\n", tissue.name, side.x, side.y,
             side.z, trial.runs, trial.transient + 1, trial.transient + trial.steps, trial.seed);
  for (const Way& way : ways_of(spec.lattice.dimensions)) {
    if (way.side != 0) spec.regions = potts::RegionChoice{way.side, way.attempts};
    spec.exclusive = way.exclusive;
    const potts::RegionChoice choice = chosen_regions(spec);
    const TissueRecord parallel = measure_tissue(spec, trial, backend);
    fmt::print(
        "Regions of side {}, {} attempts{}{}: waiting times {:.4f} apart (of {} and {} waits).\n\n{}\n",
        choice.side, choice.attempts, way.side == 0 ? ", as chosen" : "", way.exclusive ? ", exclusive" : "",
        distance_between(sequential.waits, parallel.waits), sequential.waits.count(), parallel.waits.count(),
        table_of(compare(sequential.samples, parallel.samples), "sequential", "parallel"));
  }
}

void show(const Options& options) {
  const Backend backend = open_backend(options.backend);
  const auto begin = std::chrono::steady_clock::now();
  for (const NamedTissue& tissue : tissues(options.scale))
    if (tissue.name.find(options.only) != std::string::npos) compare_orders(options, tissue, backend);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fmt::print("Sequential on {} threads, parallel on {}: {:.0f} s.\n", backend.threads->size(),
             backend.device_name(), took.count());
}

void add_options(const Command& app, Options& options) {
  app.add_option("--only", options.only, "Tissues whose name holds this");
  app.add_option("--runs", options.runs, "Of each ensemble");
  app.add_option("--scale", options.scale, "Multiplies the sides of the lattices");
  app.add_option("--seed", options.seed, "Of all ensembles");
  app.add_option("--backend", options.backend.name, "Of the parallel order: auto, cpu, cuda, opencl");
  app.add_option("--threads", options.backend.threads, "CPU threads, each with runs of its own");
}

}  // namespace
}  // namespace morula::validation

int main(int count, char** words) {
  morula::CommandLine line("potts_validation",
                           "Compares the parallel order of the cellular Potts model with the sequential one");
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
