// A function of the states of 32 sites as an expression in the dialect, whose operands are their bit planes.
#pragma once

#include <string>
#include <vector>

namespace morula {

// The value of the function in one state; Any where no site is ever in it.
enum class StateValue : unsigned char { No, Yes, Any };

struct StateExpression {
  std::string text;
  unsigned operations;  // of up to three operands
};

// `values` has one for each number that the planes can hold. `plane` names a macro: "ACTOR_PLANE" makes
// expressions of ACTOR_PLANE(0), the lowest digit, and so on.
StateExpression state_expression(const std::vector<StateValue>& values, const std::string& plane);

}  // namespace morula
