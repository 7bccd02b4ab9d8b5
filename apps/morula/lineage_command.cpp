// morula analyze lineage
#include <fmt/format.h>

#include <memory>

#include "analysis/lineage_report.h"
#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/shell_quoted.h"

namespace morula {
namespace {

struct LineageOptions : LineageChoice {
  std::string out;
  bool force = false, json = false;
};

std::string command_of(const LineageChoice& choice) {
  std::string words = "morula analyze lineage";
  for (const std::filesystem::path& run : choice.runs) words += " " + shell_quoted(run.string());
  return words;
}

void report_lineage(const LineageOptions& options) {
  LineageReport report = analyze_lineage(options);
  report.command = command_of(options);
  std::vector<std::string> written;
  if (!options.out.empty()) written = write_lineage_files(report, options.out, options.force);
  if (options.json) return say(as_json(report));
  say(as_text(report));
  if (!written.empty()) say(fmt::format("in {}/: {}\n", options.out, fmt::join(written, " ")));
}

}  // namespace

void add_lineage(const Command& analyze) {
  const Command command = analyze.add_command(
      "lineage", "Compute times between divisions and sizes of clones from lineages, and draw their tree");
  auto options = std::make_shared<LineageOptions>();
  command
      .add_option("RUN", options->runs,
                  "Run directories with a lineage.csv, or such files; each replica counts as a run")
      .required();
  command.add_option("--out", options->out, "Folder for tables, figures and summary.json");
  command.add_flag("--force", options->force, "Overwrite existing files");
  command.add_flag("--json", options->json, "Print the result as JSON");
  command.examples({"morula analyze lineage runs/growing-colony",
                    "morula analyze lineage runs/growing-colony --out lineage --force"});
  command.on_call([options] { report_lineage(*options); });
}

}  // namespace morula
