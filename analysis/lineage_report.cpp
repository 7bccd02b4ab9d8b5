#include "analysis/lineage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/result_folder.h"
#include "core/counted.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "plot/svg.h"
#include "runner/manifest.h"

namespace morula {
namespace {

using io::Json;

// The clones when all runs have ended.
struct ClonesAtEnd {
  std::uint64_t alive = 0;
  Spread size;  // over all clones, including extinct ones
  const Clone* largest = nullptr;
};

ClonesAtEnd at_end(const LineageReport& report) {
  ClonesAtEnd clones;
  std::vector<double> sizes;
  for (const Clone& clone : report.clones) {
    sizes.push_back(static_cast<double>(clone.sizes.back()));
    clones.alive += clone.sizes.back() > 0 ? 1 : 0;
    if (!clones.largest || clone.sizes.back() > clones.largest->sizes.back()) clones.largest = &clone;
  }
  clones.size = spread_of(sizes);
  return clones;
}

std::string division_times_csv(const LineageReport& report) {
  std::string csv = "run,cell,type,divided,interval\n";
  for (const DivisionInterval& row : report.intervals)
    csv += fmt::format("{},{},{},{},{}\n", row.run, row.cell,
                       io::csv_cell(report.runs[row.run].name_of(row.type)), row.divided, row.interval);
  return csv;
}

std::string clone_sizes_csv(const LineageReport& report) {
  std::string csv = "run,founder,time,cells\n";
  for (const Clone& clone : report.clones)
    for (std::size_t i = 0; i < report.times.size(); ++i)
      csv += fmt::format("{},{},{},{}\n", clone.run, clone.founder, report.times[i], clone.sizes[i]);
  return csv;
}

Json json_of(const DivisionsOfType& type) {
  Json json = {{"type", type.name},
               {"cells", type.cells},
               {"divisions", type.divisions},
               {"deaths", type.deaths},
               {"intervals", type.intervals.size()}};
  const bool has_any = !type.intervals.empty();
  json["mean_interval"] = has_any ? Json(type.time.mean) : Json(nullptr);
  json["sd_interval"] = has_any ? Json(type.time.deviation) : Json(nullptr);
  json["shortest_interval"] = has_any ? Json(std::ranges::min(type.intervals)) : Json(nullptr);
  json["longest_interval"] = has_any ? Json(std::ranges::max(type.intervals)) : Json(nullptr);
  return json;
}

}  // namespace

std::string as_text(const LineageReport& report) {
  std::string text = fmt::format("{} until step {}\n\n{:<16} {:>8} {:>10} {:>8} {:>10} {:>38}\n",
                                 counted(report.runs.size(), "run"), report.times.back(), "type", "cells",
                                 "divisions", "deaths", "intervals", "mean, sd, range of intervals (steps)");
  for (const DivisionsOfType& type : report.types) {
    const std::string times =
        type.intervals.empty()
            ? "–"
            : fmt::format("{:.4g} ± {:.3g}, {} to {}", type.time.mean, type.time.deviation,
                          std::ranges::min(type.intervals), std::ranges::max(type.intervals));
    text += fmt::format("{:<16} {:>8} {:>10} {:>8} {:>10} {:>38}\n", type.name, type.cells, type.divisions,
                        type.deaths, type.intervals.size(), times);
  }
  const ClonesAtEnd clones = at_end(report);
  text +=
      fmt::format("\nclones at step {}: {} of {} alive, mean size {:.4g} (sd {:.3g})", report.times.back(),
                  clones.alive, report.clones.size(), clones.size.mean, clones.size.deviation);
  if (clones.alive > 0) {
    text += fmt::format("; the largest has {} cells (founder {}", clones.largest->sizes.back(),
                        clones.largest->founder);
    text += report.runs.size() == 1 ? ")" : fmt::format(" of run {})", clones.largest->run);
  }
  return text + '\n';
}

std::string as_json(const LineageReport& report) {
  Json types = Json::array(), clones = Json::array();
  for (const DivisionsOfType& type : report.types) types.push_back(json_of(type));
  for (const Clone& clone : report.clones)
    clones.push_back({{"run", clone.run}, {"founder", clone.founder}, {"cells", clone.sizes.back()}});
  const ClonesAtEnd end = at_end(report);
  const Json json = {{"version", program_version()},
                     {"command", report.command},
                     {"runs", report.runs.size()},
                     {"steps", report.times.back()},
                     {"types", types},
                     {"clones_alive", end.alive},
                     {"mean_clone_size", end.size.mean},
                     {"sd_clone_size", end.size.deviation},
                     {"clones", clones}};
  return json.dump(2) + '\n';
}

std::vector<std::string> write_lineage_files(const LineageReport& report, const std::filesystem::path& folder,
                                             bool replace) {
  const std::vector<std::string> names = {"division-times.csv", "clone-sizes.csv", "division-times.svg",
                                          "clone-sizes.svg",    "tree.svg",        "summary.json"};
  check_results_free(folder, names, {"summary.json"}, replace);
  std::filesystem::create_directories(folder);
  io::write_file(folder / names[0], division_times_csv(report));
  io::write_file(folder / names[1], clone_sizes_csv(report));
  io::write_file(folder / names[2], plot::svg(division_times_figure(report)));
  io::write_file(folder / names[3], plot::svg(clone_sizes_figure(report)));
  io::write_file(folder / names[4], plot::tree_svg(lineage_tree(report.runs.front())));
  io::write_file(folder / names[5], as_json(report));
  return names;
}

}  // namespace morula
