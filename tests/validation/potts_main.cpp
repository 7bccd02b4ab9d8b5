// Prints the tables of docs/validation/potts.md.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "apps/morula/command_line.h"
#include "core/error.h"
#include "tests/validation/fidelity.h"

namespace morula::validation {
namespace {

struct Options {
  std::vector<std::string> tissues;
  std::string model;
  TissueTrial trial;  // for --model
  std::uint64_t steps = 0;
  EnsembleRequest request;
  BackendRequest backend;
  bool list = false, edges = false;
};

std::vector<ComparedTissue> chosen_tissues(const Options& options) {
  std::vector<ComparedTissue> chosen;
  for (const std::string& name : options.tissues) chosen.push_back(tissue_called(name));
  if (!options.model.empty()) chosen.push_back(tissue_of_file(options.model, options.trial));
  return chosen.empty() ? tissues() : chosen;
}

void list_tissues() {
  for (const ComparedTissue& tissue : tissues())
    fmt::print("# {}: after {} steps, {} are observed, cells every {}\n{}\n", tissue.name,
               tissue.trial.transient, tissue.trial.steps, tissue.trial.between, tissue.model);
}

// True if no statistic of any tissue is biased.
bool compare_orders(const Options& options) {
  EnsembleRequest request = options.request;
  if (options.steps > 0) request.steps = options.steps;
  const Backend backend = open_backend(options.backend);
  const auto begin = std::chrono::steady_clock::now();
  Verdict verdict;
  std::string runs = runs_header();
  fmt::print("{}", fidelity_header());
  for (const ComparedTissue& tissue : chosen_tissues(options)) {
    const Fidelity fidelity = fidelity_of(
        tissue, request, backend, options.edges ? potts::UpdateOrder::Edges : potts::UpdateOrder::Parallel);
    verdict.add(fidelity);
    runs += fidelity.run();
    fmt::print("{}", fidelity.rows());
    std::fflush(stdout);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fmt::print("\n{}\n{}\nSequential on {} threads, parallel on {}: {:.0f} s, seed {}.\n", runs, verdict.text(),
             backend.threads->size(), backend.device_name(), took.count(), request.seed);
  return verdict.is_faithful();
}

void add_options(const Command& app, Options& options) {
  app.add_option("--tissue", options.tissues, "Only this one; may be repeated (all by default)").one_each();
  app.add_flag("--list", options.list, "Print the model file of every tissue and compare nothing");
  app.add_flag("--edges", options.edges, "Compare the order of edges instead of the parallel one");
  app.add_option("--model", options.model, "A model file of the family 'potts' to be compared");
  app.add_option("--transient", options.trial.transient, "Steps of --model that are not observed");
  app.add_option("--between", options.trial.between, "Steps of --model between two observations of cells")
      .whole(1, 1'000'000);
  app.add_option("--steps", options.steps, "Observed steps; those of the tissue by default");
  app.add_option("--replicas", options.request.replicas,
                 "Replicas of each order; some tissues have a multiple")
      .whole(8, 100'000);
  app.add_option("--seed", options.request.seed, "Seed of all ensembles");
  app.add_option("--set", options.request.overrides, "A setting of the models, as for morula run").one_each();
  app.add_option("--backend", options.backend.name, "Backend of the parallel order: auto, cpu, cuda, opencl");
  app.add_option("--threads", options.backend.threads, "CPU threads, which share the sequential replicas");
}

}  // namespace
}  // namespace morula::validation

int main(int count, char** words) {
  morula::CommandLine line("potts_validation",
                           "Compares the parallel order of the cellular Potts model with the sequential one. "
                           "Exit status: 0 if it is faithful, 1 if it is not, 2 for wrong input");
  morula::validation::Options options;
  bool is_faithful = true;
  morula::validation::add_options(line.root(), options);
  line.root().on_call([&] {
    if (options.list) return morula::validation::list_tissues();
    is_faithful = morula::validation::compare_orders(options);
  });
  try {
    const auto outcome = line.call(count, words);
    fmt::print("{}", outcome.answer);
    fmt::print(stderr, "{}", outcome.problem);
    return !outcome.right ? 2 : is_faithful ? 0 : 1;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
