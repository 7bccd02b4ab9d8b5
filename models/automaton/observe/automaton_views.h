// The views of an automaton: its states, and for tissue the time at which each cell was last activated.
#pragma once

#include <vector>

#include "models/automaton/automaton_spec.h"
#include "models/model.h"

namespace morula {

constexpr const char* activation_view = "activation";

Field states_field(const Lattice& lattice);
Field activation_field(const Lattice& lattice);  // when each cell was last activated

// No views if the rule is wrong.
std::vector<View> automaton_views(const AutomatonSpec& automaton);

// Levels from the earliest activation to the latest; 0 for cells that were never activated.
ClassOf activation_levels(std::uint64_t earliest, std::uint64_t latest);

}  // namespace morula
