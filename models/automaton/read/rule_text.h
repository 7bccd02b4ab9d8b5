// The text of rules: B3/S23, 23/3, B3/S2-i34q, MAPARYXfh…, B5..7/S6, 3D5..7/6, B2/S/C3, WireWorld.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/dialect.h"
#include "models/automaton/read/hensel_letters.h"

namespace morula {

struct RuleText {
  enum class Kind { Life, WireWorld };  // Life: two states, or Generations if there are more
  Kind kind = Kind::Life;
  unsigned states = 2;               // 2 … 256; WireWorld has 4
  u32 born_on = 0, survives_on = 0;  // bit n: with n live neighbours; 0 if by_arrangement, and in WireWorld
  // Does the rule distinguish arrangements with the same count? Never set if counts are enough.
  bool by_arrangement = false;
  Arrangements born_with, survives_with;  // set if by_arrangement
  // Set if the notation names the neighbourhood: moore, von-neumann, 26 or 6.
  std::optional<std::string> neighbourhood;
  friend bool operator==(const RuleText&, const RuleText&) = default;
};

struct ParsedRule {
  std::optional<RuleText> rule;
  std::string problem;  // the error with a remedy, if there is no rule
};

// `neighbourhood` is moore, von-neumann, 26, 18 or 6, from the model file. If it is empty and the notation
// does not name one either, it is moore in two dimensions and 26 in three.
ParsedRule parse_rule(std::string_view text, unsigned dimensions, std::string_view neighbourhood);

// The rule as Golly writes it in the header of a pattern. If Golly has no such rule (18 neighbours,
// Generations in three dimensions), the text is one that parse_rule() reads.
std::string canonical_text(const RuleText& rule, unsigned neighbours);

}  // namespace morula
