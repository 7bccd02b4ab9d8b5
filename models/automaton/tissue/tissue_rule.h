// The rule of a tissue, as the engines take it.
#pragma once

#include <optional>

#include "core/neighbourhood.h"
#include "models/automaton/rule/cycle_rule.h"
#include "models/automaton/rule/transitions.h"
#include "models/automaton/tissue/tissue_spec.h"

namespace morula {

Transitions transitions_of(const TissueSpec& tissue, u64 largest_sum);

// One region, neighbours that all weigh 1: a cycle of states. Nothing for any other tissue.
std::optional<CycleRule> cycle_of(const TissueSpec& tissue, const Neighbourhood& neighbourhood);

}  // namespace morula
