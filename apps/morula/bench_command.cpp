// morula bench
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/morula/commands.h"
#include "apps/morula/family_bench.h"
#include "apps/morula/speech.h"
#include "io/json.h"

namespace morula {
namespace {

struct BenchOptions {
  std::string family = "automaton";
  BackendRequest backend;
  std::vector<std::string> only;  // parts; none: all of them
  std::optional<unsigned> depth;
  bool json = false;
};

std::vector<FamilyBench> families(std::optional<unsigned> depth = std::nullopt) {
  return {automaton_bench(), interaction_bench(), proliferation_bench(depth)};
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const FamilyBench& one : families()) names.push_back(one.family);
  return names;
}

FamilyBench family_chosen(const BenchOptions& options) {
  if (options.depth && options.family != "proliferation")
    throw UsageError("--depth", fmt::format("is of 'proliferation', not of '{}'", options.family));
  const auto all = families(options.depth);
  return *std::find_if(all.begin(), all.end(),
                       [&](const FamilyBench& one) { return one.family == options.family; });
}

// Every family has parts of its own: which ones there are is known when all of the command line is.
void check_parts(const FamilyBench& bench, const std::vector<std::string>& only) {
  std::vector<std::string> names;
  for (const BenchPart& part : bench.parts) names.push_back(part.name);
  for (const std::string& name : only)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError("--only", fmt::format("'{}' is no part of '{}'; its parts are {}", name, bench.family,
                                             fmt::join(names, ", ")));
}

// Each part is said as soon as it is measured; JSON is one object, said at the end.
void bench(const BenchOptions& options) {
  const FamilyBench chosen = family_chosen(options);
  check_parts(chosen, options.only);
  const Backend backend = open_backend(options.backend);
  io::Json all = {{"backend", to_string(backend.kind)}, {"device", backend.device_name()}};
  bool first = true;
  for (const BenchPart& part : chosen.parts) {
    const auto& only = options.only;
    if (!only.empty() && std::find(only.begin(), only.end(), part.name) == only.end()) continue;
    Said measured = part.measure(backend);
    if (options.json)
      all[part.name] = std::move(measured.json);
    else
      say((std::exchange(first, false) ? "" : "\n") + measured.text);
  }
  if (options.json) say(all.dump(2) + "\n");
}

}  // namespace

void add_bench(const Command& app) {
  const Command command =
      app.add_command("bench", "Measure how fast this machine is, against its memory's ceiling");
  auto options = std::make_shared<BenchOptions>();
  command.add_option("FAMILY", options->family, "Which family of models").one_of(family_names());
  add_backend_options(command, options->backend);
  command.add_flag("--json", options->json, "As JSON");
  command.add_option("--only", options->only, "This part alone; may be repeated").one_each();
  command
      .add_option("--depth", options->depth,
                  "Levels that the paper's paths of 'proliferation' take at once; inferred when absent")
      .whole(1, 31);
  command.on_call([options] { bench(*options); });
}

}  // namespace morula
