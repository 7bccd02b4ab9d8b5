// morula membrane
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "io/document.h"
#include "models/membrane/read/check.h"
#include "models/membrane/read/dimacs.h"
#include "models/membrane/read/plingua.h"
#include "models/membrane/read/print.h"

namespace morula {
namespace {

void expand(const std::filesystem::path& file) {
  const membrane::PLingua read = membrane::read_plingua(file);
  const membrane::System& system = read.system;
  for (const auto& warnings : {read.warnings, membrane::warnings_of(system, file.string())})
    for (const Problem& warning : warnings) complain(to_string(warning) + "\n");
  say(fmt::format("/* {}: labels {}, objects {}, rules {}, membranes {} */\n", file.filename().string(),
                  system.labels.size(), system.objects.size(), system.rules.size(), system.membranes.size()));
  say(membrane::print_plingua(system));
}

void sat(const std::filesystem::path& file) {
  say(membrane::sat_plingua(membrane::read_dimacs(io::read_input(file), file.string())));
}

}  // namespace

void add_membrane(const Command& app) {
  const Command membranes = app.add_command("membrane", "Expand P-Lingua files, or make P systems");
  membranes.needs_a_command();
  const auto add = [&](const char* name, const char* help, const char* file_help, const char* example,
                       auto work) {
    const Command command = membranes.add_command(name, help);
    auto file = std::make_shared<std::filesystem::path>();
    command.add_option("FILE", *file, file_help).required();
    command.examples({example});
    command.on_call([file, work] { work(*file); });
  };
  add("expand", "Print a P-Lingua file with its calls, ranges and parameters expanded", "P-Lingua file",
      "morula membrane expand satisfiability.pli", expand);
  add("sat", "Print a P system that decides whether a formula is satisfiable", "Formula in DIMACS CNF",
      "morula membrane sat formula.cnf > formula.pli", sat);
}

}  // namespace morula
