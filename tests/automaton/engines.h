// Which engines there are for a rule, and the processors on which few rules are tried.
#pragma once

#include <string>
#include <vector>

#include "models/automaton/automaton_spec.h"
#include "tests/support/backends.h"

namespace morula::test {

// Where nothing but the plain engine can hold the rule, both names mean it.
inline std::vector<std::string> engines_for(const Spec& bitplane) {
  const bool has_bitplane = dynamic_cast<const AutomatonSpec&>(*bitplane.section).cycle.has_value();
  return has_bitplane ? std::vector<std::string>{"bitplane", "plain"} : std::vector<std::string>{"bitplane"};
}

}  // namespace morula::test
