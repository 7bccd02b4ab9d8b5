#include "analysis/lineage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/run_tables.h"

namespace morula {
namespace {

constexpr std::uint64_t most_times = 200;

std::vector<std::uint64_t> times_until(std::uint64_t end) {
  const std::uint64_t spacing = std::max<std::uint64_t>(1, (end + most_times - 1) / most_times);
  std::vector<std::uint64_t> times;
  for (std::uint64_t time = 0; time < end; time += spacing) times.push_back(time);
  times.push_back(end);
  return times;
}

void add_intervals(LineageReport& report, std::uint64_t run, const Genealogy& genealogy) {
  for (const LineageCell& cell : genealogy.cells()) {
    bool has_begun = cell.mother != 0;
    std::uint64_t before = cell.born;
    for (const std::size_t daughter : cell.daughters) {
      const std::uint64_t divided = genealogy.cells()[daughter].born;
      if (has_begun) report.intervals.push_back({run, cell.cell, cell.type, divided, divided - before});
      before = divided;
      has_begun = true;
    }
  }
}

// Adds the clones of a run. A cell counts from the step in which it was born to the last step before it was
// found dead.
void add_clones(LineageReport& report, std::uint64_t run, const Genealogy& genealogy) {
  std::map<std::size_t, std::size_t> places;  // index of each founder's clone
  for (const std::size_t founder : genealogy.founders()) {
    places[founder] = report.clones.size();
    report.clones.push_back(
        {run, genealogy.cells()[founder].cell, std::vector<std::uint64_t>(report.times.size())});
  }
  const auto place_of = [&](std::uint64_t step) {
    return static_cast<std::size_t>(std::ranges::lower_bound(report.times, step) - report.times.begin());
  };
  for (const LineageCell& cell : genealogy.cells()) {
    std::vector<std::uint64_t>& sizes = report.clones[places[cell.founder]].sizes;
    const std::size_t end = cell.died == 0 ? sizes.size() : place_of(cell.died);
    for (std::size_t i = place_of(cell.born); i < end; ++i) ++sizes[i];
  }
}

std::vector<DivisionsOfType> types_of(const LineageReport& report) {
  using Key = std::pair<unsigned, std::string>;  // by number and name, since runs may name types differently
  std::map<Key, DivisionsOfType> of_names;
  const auto key_of = [](const Genealogy& genealogy, unsigned type) {
    return Key(type, genealogy.name_of(type));
  };
  for (const Genealogy& genealogy : report.runs)
    for (const LineageCell& cell : genealogy.cells()) {
      DivisionsOfType& type = of_names[key_of(genealogy, cell.type)];
      ++type.cells;
      type.divisions += cell.daughters.size();
      type.deaths += cell.died == 0 ? 0 : 1;
    }
  for (const DivisionInterval& interval : report.intervals)
    of_names[key_of(report.runs[interval.run], interval.type)].intervals.push_back(
        static_cast<double>(interval.interval));
  std::vector<DivisionsOfType> types;
  for (auto& [key, type] : of_names) {
    type.name = key.second;
    if (!type.intervals.empty()) type.time = spread_of(type.intervals);
    types.push_back(std::move(type));
  }
  return types;
}

}  // namespace

LineageReport analyze_lineage(const LineageChoice& choice) {
  refuse_repeated_runs(choice.runs, "lineage.csv");
  LineageReport report;
  std::uint64_t end = 0;
  for (const std::filesystem::path& run : choice.runs)
    for (Genealogy& genealogy : read_genealogies(run)) {
      end = std::max(end, genealogy.end());
      report.runs.push_back(std::move(genealogy));
    }
  report.times = times_until(end);
  for (std::uint64_t run = 0; run < report.runs.size(); ++run) {
    add_intervals(report, run, report.runs[run]);
    add_clones(report, run, report.runs[run]);
  }
  report.types = types_of(report);
  return report;
}

}  // namespace morula
