// morula analyze tracks
#include <fmt/format.h>

#include <memory>

#include "analysis/tracks_report.h"
#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/shell_quoted.h"

namespace morula {
namespace {

struct TracksOptions : TracksChoice {
  std::string out;
  bool force = false, json = false;
};

std::string command_of(const TracksChoice& choice) {
  std::string words = "morula analyze tracks";
  for (const std::filesystem::path& run : choice.runs) words += " " + shell_quoted(run.string());
  if (choice.from > 0) words += fmt::format(" --from {}", choice.from);
  return words;
}

void report_tracks(const TracksOptions& options) {
  TracksReport report = analyze_tracks(options);
  report.command = command_of(options);
  std::vector<std::string> written;
  if (!options.out.empty()) written = write_tracks_files(report, options.out, options.force);
  if (options.json) return say(as_json(report));
  say(as_text(report));
  if (!written.empty()) say(fmt::format("in {}/: {}\n", options.out, fmt::join(written, " ")));
}

}  // namespace

void add_tracks(const Command& analyze) {
  const Command command = analyze.add_command(
      "tracks", "Compute speed, mean squared displacement and persistence of cells from their tracks");
  auto options = std::make_shared<TracksOptions>();
  command
      .add_option("RUN", options->runs,
                  "Run directories with a tracks.csv, or such files; each replica counts as a run")
      .required();
  command.add_option("--from", options->from, "Step before which rows are not read [0]");
  command.add_option("--out", options->out, "Folder for tables, figures and summary.json");
  command.add_flag("--force", options->force, "Overwrite existing files");
  command.add_flag("--json", options->json, "Print the result as JSON");
  command.examples({"morula analyze tracks runs/crawling-cell --from 500",
                    "morula analyze tracks runs/crawling-cell --out tracks --force"});
  command.on_call([options] { report_tracks(*options); });
}

}  // namespace morula
