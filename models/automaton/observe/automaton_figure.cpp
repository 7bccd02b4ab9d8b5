#include "models/automaton/observe/automaton_figure.h"

#include "models/automaton/observe/tissue_series.h"

namespace morula {
namespace {

constexpr unsigned most_drawn = 12;  // largest number of states that are plotted as curves

std::string name_of(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::Activated:
      return "activated";
    case PhaseKind::Refractory:
      return "refractory";
    case PhaseKind::Relative:
      return "relative";
    case PhaseKind::Scar:
      return "scar";
    case PhaseKind::Resting:
      break;
  }
  return "resting";
}

// A phase has the colour of its first state. Resting cells and scars, which are the remaining cells, are left
// out.
SeriesFigure tissue_figure(const TissueSpec& tissue, const std::vector<std::string>& names) {
  SeriesPanel cells{"cells", {}};
  for (const char* phase : {"activated", "refractory", "relative"})
    for (unsigned state = 0; state < names.size(); ++state)
      if (names[state] == phase) {
        cells.curves.push_back({phase, phase, state});
        break;
      }
  SeriesFigure figure{
      "time (steps)", "steps", {cells, {"re-entry (0 or 1)", {{"reentry", "re-entry (0 or 1)"}}}}};
  if (tissue.velocity)
    figure.panels.push_back({"velocity (sites per step)", {{"velocity", "velocity (sites per step)"}}});
  return figure;
}

}  // namespace

std::vector<std::string> state_names(const AutomatonSpec& automaton) {
  const unsigned states = automaton.transitions.states();
  if (automaton.formulas) return automaton.formulas->states;
  if (automaton.rule_name == "WireWorld") return {"empty", "electron head", "electron tail", "wire"};
  std::vector<std::string> names;
  for (unsigned state = 0; state < states; ++state)
    names.push_back(automaton.tissue ? name_of(automaton.tissue->kind_of(state))
                    : state == 0     ? "dead"
                    : state == 1     ? "live"
                                     : "dying");
  return names;
}

std::vector<std::string> count_columns(const AutomatonSpec& automaton) {
  if (automaton.formulas) return automaton.formulas->states;
  std::vector<std::string> columns;
  for (unsigned state = 0; state < automaton.transitions.states(); ++state)
    columns.push_back("count_" + std::to_string(state));
  return columns;
}

std::vector<SeriesColumn> automaton_columns(const AutomatonSpec& automaton) {
  if (!automaton.tissue) return columns_of(count_columns(automaton));
  std::vector<SeriesColumn> columns = columns_of(tissue_columns(*automaton.tissue));
  for (SeriesColumn& column : columns) column.is_real = column.name == "velocity";
  return columns;
}

// Dead cells are left out: they are the remaining cells, and usually so many that the other curves would be
// flat.
SeriesFigure automaton_figure(const AutomatonSpec& automaton) {
  const std::vector<std::string> names = state_names(automaton);
  if (automaton.tissue) return tissue_figure(*automaton.tissue, names);
  SeriesPanel cells{"cells", {}};
  const std::vector<std::string> columns = count_columns(automaton);
  for (unsigned state = 1; state < names.size() && state <= most_drawn; ++state) {
    const bool one_of_many = names[state] == "dying" && names.size() > 3 && !automaton.formulas;
    cells.curves.push_back(
        {columns[state], one_of_many ? "dying, step " + std::to_string(state - 1) : names[state], state});
  }
  return {"time (steps)", "steps", {cells}};
}

}  // namespace morula
