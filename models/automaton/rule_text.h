// Rules as people write them: B3/S23, B5/S4,5.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/automaton/automaton_rule.h"

namespace morula {

struct ParsedRule {
  std::optional<LifeRule> rule;
  std::string problem;  // what is wrong, with a remedy, when there is no rule
};

ParsedRule parse_rule(std::string_view text, unsigned neighbours);

}  // namespace morula
