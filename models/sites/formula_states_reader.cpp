#include "models/sites/formula_states_reader.h"

#include <fmt/format.h>

#include "models/formula_reader.h"
#include "models/sites/site_vocabulary.h"

namespace morula {

std::shared_ptr<const FormulaRule> read_initial_formula(io::Section& initial, const Lattice& lattice,
                                                        const SiteNames& names, unsigned states) {
  const auto written = read_formula(initial, "formula");
  if (!written) return nullptr;
  auto rule = std::make_shared<FormulaRule>();
  rule->states = names.states;
  rule->parameters = names.parameters;
  SiteVocabulary vocabulary(lattice, {}, rule->states, rule->parameters);
  vocabulary.refuse_states();
  formula::Program program;
  try {
    formula::Compiler compiler(program);
    const formula::Value value =
        compiler.compile_whole(written->formula_text(), vocabulary.vocabulary(), "'formula'");
    if (value.least >= states || value.greatest < 0)
      throw formula::FormulaError({}, fmt::format("this is not a state; states are 0 to {}", states - 1));
    program.results = {compiler.require_below(value, states).instruction};
  } catch (const formula::FormulaError& error) {
    note_problem(*written, error, initial.problems());
    return nullptr;
  }
  vocabulary.complete(*rule, std::move(program));
  return rule;
}

}  // namespace morula
