// Fills in the initial states that a formula gives (initial.formula).
#pragma once

#include <span>

#include "core/field.h"
#include "core/philox.h"
#include "core/threads.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

// Writes the states of the cells of a slab, in canonical order. Throws Error if the formula has no answer for
// a cell.
void fill_by_formula(const FormulaRule& formula, const Lattice& lattice, u32x2 key, Slab slab,
                     std::span<u8> states, ThreadPool& threads);

}  // namespace morula
