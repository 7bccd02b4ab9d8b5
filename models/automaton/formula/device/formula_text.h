// A rule written as formulas, as statements for formula_kernels.h.
#pragma once

#include "gpu/source.h"
#include "models/automaton/formula/discrete_rule.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

// The same, of a rule that is a table.
void define_table(gpu::Source& source, const DiscreteRule& rule, const Neighbourhood& neighbourhood);
void define_formulas(gpu::Source& source, const FormulaRule& rule, const Neighbourhood& neighbourhood);

}  // namespace morula
