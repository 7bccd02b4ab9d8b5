#include "report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "core/bytes.h"
#include "core/counted.h"
#include "core/error.h"
#include "core/shell_quoted.h"
#include "core/throughput.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "plot/svg.h"
#include "report/curves.h"
#include "report/frames.h"
#include "report/model_text.h"
#include "report/parts.h"
#include "report/report.h"
#include "runner/changes_file.h"
#include "runner/frame_files.h"
#include "runner/manifest.h"
#include "runner/run.h"
#include "runner/series_plot.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t reserved = 800'000;  // bytes reserved for the parts after the frames
constexpr std::size_t most_for_directions = 1'500'000;
constexpr std::uintmax_t longest_series = 50'000'000;

// Earlier versions did not save in model.yaml what the command line had changed.
std::string command_of(const Manifest& manifest) {
  std::string command = "morula run model.yaml";
  if (manifest.folder.empty()) return command;
  for (const std::string& set : manifest.overrides) command += " --set " + shell_quoted(set);
  return command;
}

std::string described(const Manifest::Input& input) {
  if (input.source.empty()) return fmt::format("It needs {} ({}).", input.path, input.key);
  if (input.is_copied) return fmt::format("It reads {} ({}).", input.path, input.key);
  return fmt::format("It needs {} ({}, {}, hash {}), which was too large to be kept with the run.",
                     input.source, input.key, human_bytes(input.bytes), to_string(input.hash));
}

void add_facts(Page& page, const Manifest& manifest) {
  std::vector<std::pair<std::string, std::string>> rows = {
      {"model", manifest.model},
      {"status", fmt::format("{} at step {}", manifest.status, manifest.steps)},
      {"seed", std::to_string(manifest.seed)},
      {"state hash", manifest.state_hash ? to_string(*manifest.state_hash) : "none yet"},
      {"program", "Morula " + manifest.version}};
  for (const Manifest::Part& part : manifest.parts)
    rows.emplace_back(fmt::format("steps {} to {}", part.from, part.to),
                      fmt::format("{}, {}, {}, {:.3g} s", part.backend, part.device,
                                  counted(part.threads, "thread"), part.seconds));
  rows.emplace_back("speed", format_throughput(manifest.updates_per_second, manifest.unit));
  page.table(rows);
  if (!manifest.failure.empty()) page.remark("The run has failed: " + manifest.failure);
  for (const std::string& remark : manifest.remarks) page.remark(remark);
}

// A table of changes with their steps; the model file alone does not contain changes from outside.
void add_changes(Page& page, const fs::path& run) {
  const std::vector<std::string> lines = read_changes_file(run);
  if (lines.empty()) return;
  page.section("Changes");
  page.paragraph("The model changed while it ran, after the observations of these steps:");
  std::vector<std::pair<std::string, std::string>> rows;
  std::string text;
  for (const std::string& line : lines) {
    io::Json change = io::Json::parse(line);
    const std::string step = std::to_string(change.at("at").get<std::uint64_t>());
    const bool is_outside = change.at("from").get<std::string>() == "outside";
    change.erase("at");
    change.erase("from");
    rows.emplace_back("step " + step, change.dump() + (is_outside ? ", from outside" : ""));
    text += line + '\n';
  }
  page.table(rows);
  page.download("changes.jsonl", text, "application/jsonl");
}

void add_model(Page& page, const fs::path& run, const Manifest& manifest) {
  const std::string text = io::read_file(run / "model.yaml");
  page.section("Model file");
  page.paragraph("In the run directory, this repeats the run, with the same state hash on any processor:");
  page.preformatted(html_escaped(command_of(manifest)));
  for (const Manifest::Input& input : manifest.inputs) page.paragraph(described(input));
  page.download("model.yaml", text, "text/yaml");
  add_model_text(page, text);
}

// How to draw the series. Nothing if the files that the model file names are missing, since a run may have
// been moved.
std::optional<SeriesPlotSpec> plot_of(const fs::path& run) {
  try {
    return series_plot_of(read_run(run));
  } catch (const SpecError&) {
    return std::nullopt;
  }
}

// Draws the series again instead of reading series.svg, since the page needs the numbers too. Returns false
// if it is not drawn.
bool add_series(Page& page, const fs::path& run) {
  const fs::path csv = run / "series.csv";
  if (!fs::exists(csv) || fs::file_size(csv) > longest_series) return true;
  const auto how = plot_of(run);
  if (!how && fs::exists(run / "series.svg")) {
    page.section("Series");
    add_figure(page, run, "series.svg");
    return true;
  }
  const auto figure = series_figure(io::read_csv_table(csv), how.value_or(SeriesPlotSpec{}));
  if (!figure) return false;
  page.section("Series");
  page.html(fmt::format(
      "<div class=\"curves\"><div class=\"figure\">{}</div><p class=\"values\">Values under the pointer are "
      "shown here.</p><script type=\"application/json\">{}</script></div>\n",
      plot::svg(*figure), curves_json(*figure)));
  page.download("series.csv", io::read_file(csv), "text/csv");
  page.download("series.svg", plot::svg(*figure), "image/svg+xml");
  return true;
}

// Adds pictures with a slider; picture `shown` is displayed first.
void add_player(Page& page, const std::vector<ReportFrame>& frames, std::size_t shown,
                const std::string& legend, const char* slider) {
  io::Json list = io::Json::array();
  for (const ReportFrame& frame : frames) list.push_back({{"label", frame.label}, {"data", frame.data}});
  page.html(fmt::format(
      "<div class=\"frames\"><div class=\"player\"><img src=\"{0}\" alt=\"{1}\">{2}</div>"
      "<div class=\"controls\"><button type=\"button\">Play</button><input type=\"range\" "
      "min=\"0\" max=\"{3}\" "
      "value=\"{4}\" aria-label=\"{5}\"><output>{1}</output></div>"
      "<script type=\"application/json\">{6}</script></div>\n",
      frames[shown].data, frames[shown].label, legend, frames.size() - 1, shown, slider, list.dump()));
}

void add_frames(Page& page, const fs::path& run) {
  const auto room = [&](std::size_t bytes_promised) {
    return largest_report - std::min(largest_report, page.size() + reserved + bytes_promised);
  };
  const Directions directions = frame_steps(run / "frames").empty()
                                    ? Directions()
                                    : report_directions(run, std::min(room(0), most_for_directions));
  const std::vector<ReportFrame> frames = report_frames(run / "frames", room(bytes_of(directions.frames)));
  const fs::path file = run / "frames" / "legend.svg";
  const std::string legend =
      fs::exists(file) ? "<div class=\"legend\">" + io::read_file(file) + "</div>" : "";
  if (!frames.empty()) {
    page.section("Frames");
    add_player(page, frames, frames.size() - 1, legend, "frame");
  }
  if (!directions.frames.empty()) {
    page.section("The last state from all sides");
    add_player(page, directions.frames, 0, legend, "direction");
  } else if (!directions.why_none.empty()) {
    page.section("The last state from all sides");
    page.paragraph("Not drawn: " + directions.why_none);
  }
}

}  // namespace

std::string run_report(const fs::path& run) {
  const Manifest manifest = load_manifest(run);
  const fs::path whole = fs::absolute(run).lexically_normal();
  Page page((whole.filename().empty() ? whole.parent_path() : whole).filename().string());
  add_facts(page, manifest);
  std::set<std::string> tables = {"manifest.json"};
  if (add_series(page, run)) tables.insert("series.csv");
  add_frames(page, run);
  add_other_figures(page, run, {"series.svg"});
  add_other_tables(page, run, tables);
  add_numbered_files(page, run, {"frames", "inputs"});
  add_other_files(page, run);
  add_changes(page, run);
  add_model(page, run, manifest);
  return page.text();
}

std::string result_report(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  Page page((whole.filename().empty() ? whole.parent_path() : whole).filename().string());
  add_other_tables(page, folder, {});
  add_other_figures(page, folder, {});
  return page.text();
}

}  // namespace morula
