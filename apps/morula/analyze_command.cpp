// morula analyze
#include <fmt/format.h>

#include <filesystem>

#include "analysis/chaos.h"
#include "analysis/chaos_report.h"
#include "analysis/ensemble.h"
#include "analysis/example_series.h"
#include "apps/morula/analysis_result.h"
#include "apps/morula/commands.h"
#include "apps/morula/output_file.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "core/shell_quoted.h"
#include "io/durable_file.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct ChaosOptions {
  SeriesChoice series;
  std::optional<unsigned> threads;
  ResultOptions result;
};

// The command that repeats the analysis on any machine: every setting that changes the answer, and no other.
std::string command_of(const SeriesChoice& series) {
  std::string words = "morula analyze chaos";
  for (const fs::path& file : series.files) words += " " + shell_quoted(file.string());
  for (const std::string& column : series.columns) words += " --column " + shell_quoted(column);
  if (series.time != SeriesChoice().time) words += " --time " + shell_quoted(series.time);
  if (series.from) words += fmt::format(" --from {}", *series.from);
  if (series.length) words += fmt::format(" --length {}", *series.length);
  return words;
}

void analyze_chaos(const ChaosOptions& options) {
  ThreadPool threads(options.threads.value_or(hardware_threads()));
  ChaosReport report = analyze_chaos(read_ensemble(options.series), threads);
  report.command = command_of(options.series);
  tell_result(report, options.result, write_chaos_files);
}

void add_chaos(const Command& analyze) {
  const Command command = analyze.add_command(
      "chaos", "Compute correlation lengths of series from their correlation function and from their maxima");
  auto options = std::make_shared<ChaosOptions>();
  SeriesChoice& series = options->series;
  command
      .add_option("SERIES", series.files,
                  "CSV files; each file, and each replica in it, is a member of the ensemble")
      .required();
  command.add_option("--column", series.columns, "Column to analyse; can be repeated [all]").one_each();
  command.add_option("--time", series.time, "The column that holds the times").shows_default();
  command.add_option("--from", series.from, "Start of the window, in the unit of the times");
  command.add_option("--length", series.length, "Length of the window, in the unit of the times");
  add_threads_option(command, options->threads);
  add_result_options(command, options->result);
  command.examples({"morula analyze chaos runs/rock-paper-scissors/series.csv --column red --from 1000",
                    "morula analyze chaos runs/*/series.csv --out chaos"});
  command.on_call([options] { analyze_chaos(*options); });
}

struct FileOptions {
  std::string out;
  bool force = false;
};

void add_file_options(const Command& command, FileOptions& options) {
  command.add_option("--out", options.out, "File to write [standard output]");
  command.add_flag("--force", options.force, "Overwrite an existing file");
}

void deliver(const std::string& csv, const FileOptions& options) {
  if (options.out.empty()) return say(csv);
  check_writable(options.out, options.force);
  io::write_file(options.out, csv);
  say(fmt::format("wrote {0}\nanalyze it with: morula analyze chaos {0}\n", options.out));
}

void add_rossler(const Command& analyze) {
  const Command command = analyze.add_command("rossler", "Make a series from the Rössler equations, as CSV");
  struct Options : FileOptions, RosslerChoice {};
  auto options = std::make_shared<Options>();
  command.add_option("--step", options->step, "Time step of the integration").real(1e-5, 0.1).shows_default();
  command.add_option("--every", options->every, "Steps between rows").whole(1, 1'000'000).shows_default();
  command.add_option("--skip", options->skip, "Time before the first row").real(0, 1e6).shows_default();
  command.add_option("--length", options->length, "Time from the first row to the last")
      .real(0, 1e6)
      .shows_default();
  add_file_options(command, *options);
  command.examples({"morula analyze rossler --out rossler.csv"});
  command.on_call([options] { deliver(rossler_csv(*options), *options); });
}

void add_tide(const Command& analyze) {
  const Command command =
      analyze.add_command("tide", "Make a synthetic tide of five constituents over 30 days, as CSV");
  auto options = std::make_shared<FileOptions>();
  add_file_options(command, *options);
  command.examples({"morula analyze tide --out tide.csv"});
  command.on_call([options] { deliver(tide_csv(), *options); });
}

}  // namespace

void add_analyze(const Command& app) {
  const Command command = app.add_command(
      "analyze", "Analyse series and models: correlation lengths, divergence of pairs of runs");
  command.needs_a_command();
  add_chaos(command);
  add_hamming(command);
  add_tracks(command);
  add_lineage(command);
  add_rossler(command);
  add_tide(command);
}

}  // namespace morula
