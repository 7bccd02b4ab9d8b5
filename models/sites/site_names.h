// The names that formulas of sites may use, as plain data.
#pragma once

#include <string>
#include <vector>

#include "models/sites/formula_rule_spec.h"

namespace morula {

struct SiteNames {
  std::vector<std::string> states;  // by their numbers
  std::vector<RuleParameter> parameters;
  Neighbourhood neighbourhood;  // whose sites count(…) counts
};

}  // namespace morula
