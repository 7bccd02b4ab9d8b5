// Rules as people write them: B3/S23, B5/S4,5.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/dialect.h"

namespace morula {

// Counts of live neighbours, as bits: bit n of `born_on` says that a dead cell with n live neighbours is
// born.
struct LifeRule {
  u32 born_on = 0, survives_on = 0;
};

struct ParsedRule {
  std::optional<LifeRule> rule;
  std::string problem;  // what is wrong, with a remedy, when there is no rule
};

ParsedRule parse_rule(std::string_view text, unsigned neighbours);

}  // namespace morula
