// The rule of a tissue in the forms that the engines use.
#pragma once

#include <optional>

#include "core/neighbourhood.h"
#include "models/automaton/rule/cycle_rule.h"
#include "models/automaton/rule/transitions.h"
#include "models/automaton/tissue/tissue_spec.h"

namespace morula {

Transitions transitions_of(const TissueSpec& tissue, u64 largest_sum);

// A cycle of states, for a tissue with one region whose neighbours all have weight 1; nothing for any other
// tissue.
std::optional<CycleRule> cycle_of(const TissueSpec& tissue, const Neighbourhood& neighbourhood);

}  // namespace morula
