// morula bench
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "apps/morula/commands.h"
#include "apps/morula/ranks.h"
#include "apps/morula/speech.h"
#include "bench/benchmarks.h"
#include "core/rank_zero.h"

namespace morula {
namespace {

struct BenchCommand {
  std::string family = benchmarks().front().family;
  BackendRequest backend;
  std::optional<std::string> mpi;
  std::vector<std::string> only;                           // names of parts; if empty, all parts
  std::map<std::string, std::optional<unsigned>> options;  // of single families
  bool json = false, list = false;
};

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : benchmarks()) names.push_back(benchmark.family);
  return names;
}

const Benchmark& benchmark_of(const std::string& family) {
  return *std::ranges::find(benchmarks(), family, &Benchmark::family);
}

// An option of another family is an error.
BenchmarkOptions options_for(const Benchmark& chosen, const BenchCommand& command) {
  BenchmarkOptions options;
  for (const Benchmark& benchmark : benchmarks())
    for (const BenchmarkOption& option : benchmark.options) {
      const std::optional<unsigned> value = command.options.at(option.name);
      if (!value) continue;
      if (benchmark.family != chosen.family)
        throw UsageError(option.name,
                         fmt::format("is an option of '{}', not of '{}'", benchmark.family, chosen.family));
      options.set(option.name, *value);
    }
  return options;
}

// Every family has its own parts, so that --only can be checked only after the whole command line is read.
void check_parts(const Benchmark& bench, const std::vector<std::string>& only) {
  std::vector<std::string> names;
  for (const BenchmarkPart& part : bench.parts) names.push_back(part.name);
  for (const std::string& name : only)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError("--only", fmt::format("'{}' is not a part of '{}'; its parts are {}", name,
                                             bench.family, fmt::join(names, ", ")));
}

// The result of a part is printed as soon as it is measured, or while it is measured; JSON is one object,
// printed at the end. Only rank 0 prints.
void measure(const BenchCommand& command, const Benchmark& chosen, const BenchmarkOptions& options,
             Communicator& ranks) {
  const BackendRequest request = backend_for_rank(command.backend, ranks);
  const Backend backend = on_each_rank(ranks, [&] { return open_backend(request); });
  const bool speaks = ranks.rank() == 0;
  io::Json reports = {{"backend", to_string(backend.kind)}, {"device", backend.device_name()}};
  bool first = true;
  for (const BenchmarkPart& part : chosen.parts) {
    if (!command.only.empty() && std::ranges::find(command.only, part.name) == command.only.end()) continue;
    const auto say_now = [&](const std::string& text) {
      if (!command.json && speaks) say(text);
    };
    if (!std::exchange(first, false)) say_now("\n");
    Report report = part.measure(backend, ranks, options, say_now);
    say_now(report.text);
    reports[part.name] = std::move(report.json);
  }
  if (command.json && speaks) say(reports.dump(2) + "\n");
}

void bench(const BenchCommand& command) {
  const Benchmark& chosen = benchmark_of(command.family);
  const BenchmarkOptions options = options_for(chosen, command);
  check_parts(chosen, command.only);
  if (command.mpi && !chosen.over_ranks)
    throw UsageError("--mpi", fmt::format("has no effect for '{}'; leave it out", chosen.family));
  with_ranks(chosen.over_ranks ? command.mpi : "no",
             [&](Communicator& ranks) { measure(command, chosen, options, ranks); });
}

void list_families() {
  for (const std::string& name : family_names()) say(name + "\n");
}

}  // namespace

void add_bench(const Command& app) {
  const Command command =
      app.add_command("bench", "Measure the speed of simulations against this machine's memory bandwidth");
  auto chosen = std::make_shared<BenchCommand>();
  command
      .add_option("FAMILY", chosen->family, "Family of models; 'ranks' is one lattice divided over MPI ranks")
      .one_of(family_names());
  add_backend_options(command, chosen->backend);
  add_mpi_option(command, chosen->mpi);
  command.add_flag("--json", chosen->json, "Print the result as JSON");
  command.add_option("--only", chosen->only, "Measure only this part; can be repeated").one_each();
  for (const Benchmark& benchmark : benchmarks())
    for (const BenchmarkOption& option : benchmark.options)
      command.add_option(option.name, chosen->options[option.name], option.help)
          .whole(option.least, option.most);
  command.add_flag("--list", chosen->list, "List the families that can be measured, and exit");
  command.examples(
      {"morula bench", "morula bench interaction --backend cpu", "mpirun -n 4 morula bench ranks"});
  command.on_call([chosen] { chosen->list ? list_families() : bench(*chosen); });
}

}  // namespace morula
