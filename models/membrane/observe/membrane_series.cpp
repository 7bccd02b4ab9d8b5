#include "models/membrane/observe/membrane_series.h"

#include <numeric>

namespace morula::membrane {

std::vector<std::string> membrane_columns(const MembraneSpec& spec) {
  std::vector<std::string> columns = {"membranes", "applications"};
  for (const std::string& label : spec.system().labels) {
    columns.push_back("membranes_" + label);
    if (!spec.by_charge) continue;
    columns.push_back("membranes_" + label + "+");
    columns.push_back("membranes_" + label + "-");
  }
  for (const u32 object : spec.observed) {
    columns.push_back(spec.system().objects[object]);
    columns.push_back("environment_" + spec.system().objects[object]);
  }
  return columns;
}

SeriesFigure membrane_figure(const MembraneSpec& spec) {
  SeriesPanel membranes{"membranes", {}}, objects{"objects", {}};
  if (spec.system().labels.size() > 1) membranes.curves.push_back({"membranes", "all"});
  for (const std::string& label : spec.system().labels) {
    const std::string column = "membranes_" + label, name = "label " + label;
    membranes.curves.push_back({column, name});
    if (!spec.by_charge) continue;
    membranes.curves.push_back({column + "+", name + ", charge +"});
    membranes.curves.push_back({column + "-", name + ", charge −"});
  }
  for (const u32 object : spec.observed) {
    const std::string& name = spec.system().objects[object];
    objects.curves.push_back({name});
    objects.curves.push_back({"environment_" + name, name + ", environment"});
  }
  const std::string applied = "rules applied";
  return {"time (steps)", "steps", {membranes, objects, {applied, {{"applications", applied}}}}};
}

Sums membrane_sums(const MembraneSpec& spec, MembraneEngine& engine) {
  Sums sums = {engine.applications()};
  const std::vector<u64> membranes = engine.membranes_by_class();
  sums.insert(sums.end(), membranes.begin(), membranes.end());
  if (spec.observed.empty()) return sums;
  const std::vector<u64> everywhere = engine.totals(spec.observed), outside = engine.environment();
  for (std::size_t i = 0; i < spec.observed.size(); ++i) {
    sums.push_back(everywhere[i]);
    sums.push_back(outside[spec.observed[i]]);
  }
  return sums;
}

Row membrane_row(const MembraneSpec& spec, const Sums& totals) {
  const std::size_t classes = spec.system().labels.size() * charges;
  const auto by_class = totals.begin() + 1, objects = by_class + static_cast<std::ptrdiff_t>(classes);
  Row row = {std::accumulate(by_class, objects, u64{0}), totals[0]};
  for (auto of = by_class; of != objects; of += charges) {
    row.emplace_back(std::accumulate(of, of + charges, u64{0}));
    if (!spec.by_charge) continue;
    row.emplace_back(of[Positive]);
    row.emplace_back(of[Negative]);
  }
  row.insert(row.end(), objects, totals.end());
  return row;
}

}  // namespace morula::membrane
