// The names that formulas at sites may use, as plain data.
#pragma once

#include <string>
#include <vector>

#include "models/sites/formula_rule_spec.h"

namespace morula {

struct SiteNames {
  std::vector<std::string> states;  // indexed by the number of the state
  std::vector<RuleParameter> parameters;
  Neighbourhood neighbourhood;  // the neighbours that count(…) counts
};

}  // namespace morula
