// The key `formula` of the section `initial`.
#pragma once

#include <memory>

#include "core/lattice.h"
#include "io/section.h"
#include "models/automaton/formula/formula_rule_spec.h"
#include "models/automaton/read/initial_states_reader.h"

namespace morula {

// Nothing where it is wrong, which is noted.
std::shared_ptr<const FormulaRule> read_initial_formula(io::Section& initial, const Lattice& lattice,
                                                        const InitialStates& states);

}  // namespace morula
