// morula analyze tracks
#include <memory>

#include "analysis/tracks_report.h"
#include "apps/morula/analysis_result.h"

namespace morula {
namespace {

struct TracksOptions : TracksChoice {
  ResultOptions result;
};

void report_tracks(const TracksOptions& options) {
  TracksReport report = analyze_tracks(options);
  report.command = command_on_runs("tracks", options.runs);
  if (options.from > 0) report.command += fmt::format(" --from {}", options.from);
  tell_result(report, options.result, write_tracks_files);
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
  command.add_option("--from", options->from, "First step whose rows are read [0]");
  add_result_options(command, options->result);
  command.examples({"morula analyze tracks runs/crawling-cell --from 500",
                    "morula analyze tracks runs/crawling-cell --out tracks --force"});
  command.on_call([options] { report_tracks(*options); });
}

}  // namespace morula
