// The key `formula` of the section `initial`.
#pragma once

#include <memory>

#include "core/lattice.h"
#include "io/section.h"
#include "models/automaton/read/initial_states_reader.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

// Nothing where it is wrong, which is noted.
std::shared_ptr<const FormulaRule> read_initial_formula(io::Section& initial, const Lattice& lattice,
                                                        const InitialStates& states);

}  // namespace morula
