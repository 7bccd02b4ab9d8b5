// The next states of four cells at once, as statements made for a rule: each state advances by one, and the
// exceptions are corrected. See plain_kernels.h.
#pragma once

#include <optional>
#include <string>

#include "models/automaton/plain/trigger_texts.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

struct CorrectionTexts {
  // Statements that correct `next`, which holds the states `now`, each advanced by one.
  std::string corrections;
  std::string is_active;  // an expression for the signs of those bytes of `next` that are active states
};

// Nothing for rules with too many states or corrections, for which looking up each cell is as fast.
std::optional<CorrectionTexts> correction_texts(const Transitions& transitions, const Triggers& triggers);

}  // namespace morula
