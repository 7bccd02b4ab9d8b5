// The options that say where the result goes, for those `analyze` commands that read run directories.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <vector>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/shell_quoted.h"

namespace morula {

struct ResultOptions {
  std::string out;  // folder; if empty, no files are written
  bool force = false, json = false;
};

inline void add_result_options(const Command& command, ResultOptions& options) {
  command.add_option("--out", options.out, "Folder for tables, figures and summary.json");
  command.add_flag("--force", options.force,
                   "Replace the files of an earlier result, and keep files that Morula did not write");
  command.add_flag("--json", options.json, "Print the result as JSON");
}

// The command "morula analyze WHAT RUN…".
inline std::string command_on_runs(const std::string& what, const std::vector<std::filesystem::path>& runs) {
  std::string words = "morula analyze " + what;
  for (const std::filesystem::path& run : runs) words += " " + shell_quoted(run.string());
  return words;
}

// Writes the files if a folder is given, and prints the result. `write` returns the names of the files.
template <typename Report, typename Write>
void tell_result(const Report& report, const ResultOptions& options, const Write& write) {
  std::vector<std::string> written;
  if (!options.out.empty()) written = write(report, options.out, options.force);
  if (options.json) return say(as_json(report));
  say(as_text(report));
  if (!written.empty()) say(fmt::format("in {}/: {}\n", options.out, fmt::join(written, " ")));
}

}  // namespace morula
