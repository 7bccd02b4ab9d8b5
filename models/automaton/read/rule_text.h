// Rules as people write them: B3/S23, 23/3, B3/S2-i34q, MAPARYXfh…, B5..7/S6, 3D5..7/6, B2/S/C3, WireWorld.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/dialect.h"
#include "models/automaton/read/hensel_letters.h"

namespace morula {

struct RuleText {
  enum class Kind { Life, WireWorld };  // Life: two states, or Generations when there are more
  Kind kind = Kind::Life;
  unsigned states = 2;               // 2 … 256; WireWorld has 4
  u32 born_on = 0, survives_on = 0;  // bit n: with n live neighbours; 0 when by_arrangement, and in WireWorld
  // Does the rule tell apart arrangements with the same count? Never set where counts are enough.
  bool by_arrangement = false;
  Arrangements born_with, survives_with;  // set when by_arrangement
  // When the notation says which cells are neighbours: moore, von-neumann, 26 or 6.
  std::optional<std::string> neighbourhood;
  friend bool operator==(const RuleText&, const RuleText&) = default;
};

struct ParsedRule {
  std::optional<RuleText> rule;
  std::string problem;  // what is wrong, with a remedy, when there is no rule
};

// `neighbourhood` is moore, von-neumann, 26, 18 or 6, as the model file has it; empty when it says nothing:
// moore in two dimensions, 26 in three, unless the notation says otherwise.
ParsedRule parse_rule(std::string_view text, unsigned dimensions, std::string_view neighbourhood);

// As Golly writes it in the header of a pattern; where Golly has no such rule (18 neighbours, Generations in
// three dimensions), as parse_rule reads it.
std::string canonical_text(const RuleText& rule, unsigned neighbours);

}  // namespace morula
