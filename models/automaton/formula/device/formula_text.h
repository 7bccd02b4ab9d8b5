// A rule written as formulas, as statements for formula_kernels.h.
#pragma once

#include "gpu/source.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

void define_formulas(gpu::Source& source, const FormulaRule& rule, const Neighbourhood& neighbourhood);

}  // namespace morula
