#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/formula_reader.h"
#include "models/neighbourhood_reader.h"
#include "models/series/site_columns.h"
#include "models/sites/site_vocabulary.h"

namespace morula {
namespace {

using formula::Compiler;
using formula::FormulaError;
using formula::Syntax;

const std::map<std::string, Reduction, std::less<>> reductions = {{"sum", Reduction::Sum},
                                                                  {"mean", Reduction::Mean},
                                                                  {"min", Reduction::Minimum},
                                                                  {"max", Reduction::Maximum}};

// What formulas over sites may use if the family does not specify it.
SiteNames names_of_sites(const Spec& spec, const View& view) {
  if (spec.sites) return *spec.sites;
  const unsigned dimensions = spec.lattice->dimensions;
  std::vector<std::string> names = view.names;
  names.resize(view.classes);
  return {names_in_formulas(names), {}, neighbourhood_of_reach(dimensions, 1)};
}

// The formula within sum(…), mean(…), min(…) or max(…), and which of the four it is.
Reduction reduction_of(const Syntax& written) {
  const auto found = written.kind == Syntax::Kind::Call ? reductions.find(written.text) : reductions.end();
  if (found == reductions.end() || written.parts.size() != 1)
    throw FormulaError(written.place,
                       "a column is sum(…), mean(…), min(…) or max(…) of one formula for each site, as in "
                       "sum(state == 1)");
  return found->second;
}

SiteColumn compiled_column(const std::string& name, const WrittenFormula& written, const Lattice& lattice,
                           const SiteNames& sites, int& range) {
  SiteColumn column{name, reduction_of(formula::parse(written.text)), {}};
  column.formula.states = sites.states;
  column.formula.parameters = sites.parameters;
  SiteVocabulary vocabulary(lattice, sites.neighbourhood, sites.states, sites.parameters);
  vocabulary.refuse_changes();
  formula::Vocabulary outside;
  for (const auto& [word, reduction] : reductions)
    outside.functions[word] = {word + "(FORMULA)", [&](Compiler& compiler, const Syntax& call) {
                                 return compiler.compile(call.parts.front(), vocabulary.vocabulary());
                               }};
  formula::Program program;
  Compiler compiler(program);
  const formula::Value value = compiler.compile(written.formula_text(), outside);
  column.has_real_values = value.type == formula::Type::Real;
  program.results = {value.instruction};
  vocabulary.complete(column.formula, std::move(program));
  range = std::max(range, vocabulary.range());
  return column;
}

std::string wrong_with_column(const std::string& name, const Spec& spec) {
  if (std::ranges::find(spec.columns, name, &SeriesColumn::name) != spec.columns.end())
    return "is a column of the series already; choose another name";
  return SiteVocabulary::wrong_with_name(name);
}

const View* view_of_states(const Spec& spec) {
  const auto has_states = [](const View& view) { return !view.graded && view.classes <= 256; };
  const auto found = std::ranges::find_if(spec.views, has_states);
  return spec.lattice && found != spec.views.end() ? &*found : nullptr;
}

}  // namespace

void read_site_columns(io::Section& output, Spec& spec) {
  auto series = output.peek("series");
  if (!series || !series->has("columns")) return;
  const View* const view = view_of_states(spec);
  if (!view) {
    if (output.problems().empty())
      series->problem("columns", "are formulas of sites, and this model has none; remove it");
    return;
  }
  auto section = series->section("columns");
  if (!section) return;
  auto columns = std::make_shared<SiteColumns>(SiteColumns{*view, {}, 0, {}});
  const SiteNames sites = names_of_sites(spec, *view);
  columns->neighbourhood = sites.neighbourhood;
  for (const io::Entry& entry : series->find("columns")->entries) {
    const auto written = read_formula(*section, entry.key);
    if (!written) continue;
    if (const std::string wrong = wrong_with_column(entry.key, spec); !wrong.empty()) {
      output.problems().add(entry.key_place, section->path_of(entry.key), wrong);
      continue;
    }
    try {
      columns->columns.push_back(compiled_column(entry.key, *written, *spec.lattice, sites, columns->range));
    } catch (const FormulaError& error) {
      note_problem(*written, error, output.problems());
      continue;
    }
    spec.columns.push_back({entry.key, columns->columns.back().is_real()});
    spec.figure.panels.push_back({entry.key, {{entry.key, entry.key}}});
  }
  section->finish();
  if (!columns->columns.empty()) spec.site_columns = std::move(columns);
}

}  // namespace morula
