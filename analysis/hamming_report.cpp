#include "analysis/hamming_report.h"

#include <fmt/format.h>

#include <cmath>
#include <tuple>

#include "analysis/spread.h"
#include "core/counted.h"
#include "io/json.h"
#include "runner/manifest.h"

namespace morula {
namespace {

using io::Json;

std::string text_of(const Plateau& plateau) {
  return fmt::format("{:.4f} ± {:.4f}, from step {} on", plateau.level, plateau.width, plateau.begins);
}

Json json_of(const Plateau& plateau) {
  return {{"from", plateau.from},
          {"level", plateau.level},
          {"width", plateau.width},
          {"begins", plateau.begins},
          {"drift", plateau.drift}};
}
Json json_of(const std::optional<Plateau>& plateau) { return plateau ? json_of(*plateau) : Json(nullptr); }

Json json_of(const HammingReport& report) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < report.pairs.size(); ++i)
    pairs.push_back(
        {{"seed", report.pairs[i].seed},
         {"replica", report.pairs[i].replica},
         {"density", report.density.values[i].back()},
         {"states_left", {report.pairs[i].states_left.first, report.pairs[i].states_left.second}}});
  return {{"version", program_version()},
          {"command", report.command},
          {"model", report.model},
          {"sites", report.lattice_sites},
          {"changed", report.changed},
          {"steps", report.steps},
          {"every", report.every},
          {"plateau", json_of(report.plateau)},
          {"plateau_of_partly_different", json_of(report.of_partly)},
          {"alike", report.alike()},
          {"different_everywhere", report.everywhere()},
          {"states_left", report.states_left()},
          {"doubts", doubts(report)},
          {"pairs", pairs}};
}

}  // namespace

std::vector<std::string> doubts(const HammingReport& report) {
  constexpr double largest_drift = 0.05;  // relative to the level
  const Plateau& plateau = report.of_partly.value_or(report.plateau);
  if (std::abs(plateau.drift) <= largest_drift * plateau.level) return {};
  return {
      fmt::format("no plateau yet: from the first half of the window to the second h changes by {:+.2g} "
                  "of {:.4f}; take more --steps, or more pairs with --ensemble",
                  plateau.drift, plateau.level)};
}

std::string as_text(const HammingReport& report) {
  const std::uint64_t pairs = report.pairs.size();
  std::string text =
      fmt::format("{}, {} changed; {} to step {}, compared every {}\n", counted(report.lattice_sites, "site"),
                  report.changed, counted(pairs, "pair"), report.steps, report.every);
  text += fmt::format("plateau of h, steps {} to {}: {}\n", report.plateau.from, report.steps,
                      text_of(report.plateau));
  if (report.of_partly && report.alike() + report.everywhere() > 0)
    text += fmt::format("  without pairs that end at 0 or 1: {}\n", text_of(*report.of_partly));
  text += fmt::format("at the end: h = 0 in {}, 1 in {}, between in {}; states left in a run: {:.4g}\n",
                      report.alike(), report.everywhere(), pairs - report.alike() - report.everywhere(),
                      report.states_left());
  for (const std::string& doubt : doubts(report)) text += doubt + '\n';
  return text;
}

std::string as_json(const HammingReport& report) { return json_of(report).dump(2) + '\n'; }

std::string hamming_csv(const HammingReport& report, bool members) {
  std::string text = "step,mean,deviation";
  for (std::size_t i = 0; members && i < report.pairs.size(); ++i) text += fmt::format(",pair_{}", i);
  text += '\n';
  const Curves& density = report.density;
  const std::vector<Spread> spreads = spread_by_row(density.values);
  for (std::size_t row = 0; row < spreads.size(); ++row) {
    text += fmt::format("{},{:.9g},{:.9g}", density.steps[row], spreads[row].mean, spreads[row].deviation);
    for (std::size_t i = 0; members && i < density.values.size(); ++i)
      text += fmt::format(",{:.9g}", density.values[i][row]);
    text += '\n';
  }
  return text;
}

std::string as_text(const std::vector<SweptHamming>& sweep) {
  constexpr const char* row = "{:>7} {:>9} {:>9} {:>9} {:>7} {:>9} {:>9} {:>6} {:>6} {:>9} {:>12}\n";
  std::string text = fmt::format(row, "species", "mobility", "plateau", "width", "begins", "plateau*",
                                 "width*", "h = 0", "h = 1", "between*", "states left");
  const auto figure = [](double value) { return fmt::format("{:.4f}", value); };
  for (const auto& [point, report] : sweep) {
    const auto& [overall, partly] = std::tie(report.plateau, report.of_partly);
    text += fmt::format(row, point.species, point.mobility, figure(overall.level), figure(overall.width),
                        overall.begins, partly ? figure(partly->level) : "-",
                        partly ? figure(partly->width) : "-", report.alike(), report.everywhere(),
                        report.pairs.size() - report.alike() - report.everywhere(),
                        fmt::format("{:.4g}", report.states_left()));
  }
  text += "* of the pairs that end neither at h = 0 nor at h = 1\n";
  for (const auto& [point, report] : sweep)
    for (const std::string& doubt : doubts(report)) text += fmt::format("{}: {}\n", point.name(), doubt);
  return text;
}

std::string as_json(const std::vector<SweptHamming>& sweep, const std::string& command) {
  Json runs = Json::array();
  for (const auto& [point, report] : sweep) {
    Json run = {{"species", point.species},
                {"mobility", point.mobility},
                {"reproduction", point.reproduction},
                {"predation", point.predation}};
    run.update(json_of(report));
    runs.push_back(run);
  }
  const Json json = {{"version", program_version()}, {"command", command}, {"runs", runs}};
  return json.dump(2) + '\n';
}

std::string sweep_csv(const std::vector<SweptHamming>& sweep) {
  std::string text =
      "species,mobility,reproduction,predation,level,width,begins,partly_level,partly_width,alike,"
      "different_everywhere,pairs,states_left\n";
  for (const auto& [point, report] : sweep) {
    const std::string partly =
        report.of_partly ? fmt::format("{:.9g},{:.9g}", report.of_partly->level, report.of_partly->width)
                         : ",";
    text += fmt::format("{},{},{:.9g},{:.9g},{:.9g},{:.9g},{},{},{},{},{},{:.9g}\n", point.species,
                        point.mobility, point.reproduction, point.predation, report.plateau.level,
                        report.plateau.width, report.plateau.begins, partly, report.alike(),
                        report.everywhere(), report.pairs.size(), report.states_left());
  }
  return text;
}

}  // namespace morula
