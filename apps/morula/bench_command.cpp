// morula bench
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/morula/caux_tables.h"
#include "apps/morula/commands.h"
#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "bench/bench.h"

namespace morula {
namespace {

struct BenchOptions {
  std::string family = "automaton";
  BackendRequest backend;
  std::vector<std::string> only;  // parts; none: all of them
  bool json = false;
};

constexpr std::array<const char*, 5> parts = {"rates", "small", "cubes", "steps", "transfers"};

nlohmann::ordered_json as_json(const std::vector<Measured>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measured& row : rows)
    list.push_back({{"family", row.family},
                    {"case", row.what},
                    {"backend", row.backend},
                    {"updates_per_second", row.updates_per_second},
                    {"unit", row.unit},
                    {"bytes_per_second", row.bytes_per_second},
                    {"copy_bytes_per_second", row.ceiling}});
  return list;
}

std::string as_text(const std::vector<Measured>& rows) {
  std::string text = fmt::format("{:<40} {:8} {:>18} {:>12} {:>12} {:>8}\n", "case", "backend", "rate",
                                 "GB/s", "copy GB/s", "of copy");
  for (const Measured& row : rows)
    text += fmt::format("{:<40} {:8} {:>18} {:>12.1f} {:>12.1f} {:>6.1f} %\n", row.what, row.backend,
                        human_rate(row.updates_per_second, row.unit), row.bytes_per_second / 1e9,
                        row.ceiling / 1e9, 100 * row.bytes_per_second / row.ceiling);
  return text +
         "GB/s: as if states were bytes, read and written once per step. Copy: this machine's memory, "
         "copying "
         "as many bytes:\n100 % is the most that bytes can reach with one step per pass over memory; packed "
         "cells may pass it.\n";
}

nlohmann::ordered_json as_json(const std::optional<SmallLattice>& small) {
  if (!small) return nullptr;
  return {{"seconds_per_step", small->seconds_per_step},
          {"seconds_per_launch", small->seconds_per_launch},
          {"computing", small->computing()}};
}

std::string as_text(const std::optional<SmallLattice>& small) {
  if (!small) return "128^3: launches are for devices\n";
  return fmt::format(
      "B5/S4,5, 128^3, 1000 steps: {:.2f} us a step, {} steps a launch; a launch that does nothing takes "
      "{:.2f} us:\n"
      "the device computes {:.0f} % of the time\n",
      1e6 * small->seconds_per_step, small->steps_per_launch, 1e6 * small->seconds_per_launch,
      100 * small->computing());
}

// Each part is said as soon as it is measured; JSON is one object, said at the end.
void bench(const BenchOptions& options) {
  const Backend backend = open_backend(options.backend);
  nlohmann::ordered_json all = {{"backend", to_string(backend.kind)}, {"device", backend.device_name()}};
  bool first = true;
  const auto part = [&](const std::string& name, const auto& measure) {
    const auto& only = options.only;
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) return;
    const auto measured = measure(backend);
    if (options.json)
      all[name] = as_json(measured);
    else
      say((std::exchange(first, false) ? "" : "\n") + as_text(measured));
  };
  part("rates", bench_automaton);
  part("small", bench_small);
  part("cubes", compare_cubes);
  part("steps", compare_steps);
  part("transfers", compare_transfers);
  if (options.json) say(all.dump(2) + "\n");
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure how fast this machine is, against its memory's ceiling");
  auto options = std::make_shared<BenchOptions>();
  command->add_option("FAMILY", options->family, "Which family of models")
      ->check(CLI::IsMember({"automaton"}));
  add_backend_options(*command, options->backend);
  command->add_flag("--json", options->json, "As JSON");
  command->add_option("--only", options->only, "This part alone; may be repeated")
      ->check(CLI::IsMember(parts))
      ->allow_extra_args(false);
  command->callback([options] { bench(*options); });
}

}  // namespace morula
