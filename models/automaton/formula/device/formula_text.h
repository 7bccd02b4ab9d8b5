// A rule written as formulas, as statements for formula_kernels.h.
#pragma once

#include "core/lattice.h"
#include "gpu/source.h"
#include "models/automaton/formula/discrete_rule.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

struct FormulaShape {
  Neighbourhood neighbourhood;
  std::size_t states = 0;
  // The four sites of a draw lie side by side in a row, at a multiple of four bytes, so that they are read
  // and counted as one word.
  bool has_whole_quads = false;
};
bool has_whole_quads(const Lattice& lattice, std::size_t states, const Neighbourhood& neighbourhood);

// For a rule that was turned into a table: table_kernel.h computes it if the shape has whole quads and the
// table has at most 256 entries; otherwise formula_kernels.h does.
constexpr u32 rows_in_item = 4;
void define_quads(gpu::Source& source, const DiscreteRule& rule, const FormulaShape& shape);
void define_table(gpu::Source& source, const DiscreteRule& rule, const FormulaShape& shape);

void define_formulas(gpu::Source& source, const FormulaRule& rule, const FormulaShape& shape);

}  // namespace morula
