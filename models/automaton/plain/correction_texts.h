// The next states of four cells at once, as statements made for a rule: a state advances by one, but for
// corrections. See plain_kernels.h.
#pragma once

#include <optional>
#include <string>

#include "models/automaton/plain/trigger_texts.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

struct CorrectionTexts {
  std::string corrections;  // statements: `next` is the states `now`, each advanced by one, and is corrected
  std::string is_active;    // an expression: the signs of the bytes of `next` that are active states
};

// Nothing for rules with too many states or corrections: looking up cell by cell is then as fast.
std::optional<CorrectionTexts> correction_texts(const Transitions& transitions, const Triggers& triggers);

}  // namespace morula
