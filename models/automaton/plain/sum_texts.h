// What a device computes of a neighbourhood, as statements for its compiler: sums over active neighbours of
// 32 cells at once, a word for each binary digit, and which of the cells they excite. See plain_kernels.h.
#pragma once

#include <string>

#include "models/automaton/rule/neighbourhood.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

std::string trigger_statements(const Neighbourhood& neighbourhood, const Transitions& transitions);
std::string trigger_choice(const Transitions& transitions);  // of `row`

}  // namespace morula
