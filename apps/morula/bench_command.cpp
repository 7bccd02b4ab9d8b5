// morula bench
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/morula/commands.h"
#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "bench/bench.h"

namespace morula {
namespace {

struct Options {
  std::string family = "automaton";
  BackendRequest backend;
  bool json = false;
};

void print_json(const std::vector<Measured>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measured& row : rows)
    list.push_back({{"family", row.family},
                    {"case", row.what},
                    {"backend", row.backend},
                    {"updates_per_second", row.updates_per_second},
                    {"unit", row.unit},
                    {"bytes_per_second", row.bytes_per_second},
                    {"copy_bytes_per_second", row.ceiling}});
  say(fmt::format("{}\n", list.dump(2)));
}

void print_table(const std::vector<Measured>& rows) {
  say(fmt::format("{:<30} {:8} {:>18} {:>12} {:>12} {:>8}\n", "case", "backend", "rate", "GB/s", "copy GB/s",
                  "of copy"));
  for (const Measured& row : rows)
    say(fmt::format("{:<30} {:8} {:>18} {:>12.1f} {:>12.1f} {:>6.1f} %\n", row.what, row.backend,
                    human_rate(row.updates_per_second, row.unit), row.bytes_per_second / 1e9,
                    row.ceiling / 1e9, 100 * row.bytes_per_second / row.ceiling));
  say("GB/s: states read and written once per step. Copy: this machine's memory, copying as many bytes; 100 "
      "% is the most\n"
      "that one step per pass over memory can reach.\n");
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure how fast this machine is, against its memory's ceiling");
  auto options = std::make_shared<Options>();
  command->add_option("FAMILY", options->family, "Which family of models")
      ->check(CLI::IsMember({"automaton"}));
  add_backend_options(*command, options->backend);
  command->add_flag("--json", options->json, "As JSON");
  command->callback([options] {
    const std::vector<Measured> rows = bench_automaton(open_backend(options->backend));
    options->json ? print_json(rows) : print_table(rows);
  });
}

}  // namespace morula
