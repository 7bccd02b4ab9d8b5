// A function of the states of 32 sites, as an expression in the dialect whose operands are the bit planes of
// the states.
#pragma once

#include <string>
#include <vector>

namespace morula {

// The value of the function in one state; Any if no site is ever in that state.
enum class StateValue : unsigned char { No, Yes, Any };

struct StateExpression {
  std::string text;
  unsigned operations;  // each of which has up to three operands
};

// `values` has a value for each number that the planes can hold. `plane` names a macro: with "ACTOR_PLANE",
// the operands are ACTOR_PLANE(0), the lowest digit, and so on.
StateExpression state_expression(const std::vector<StateValue>& values, const std::string& plane);

}  // namespace morula
