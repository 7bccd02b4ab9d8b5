// Lists of counts of live neighbours: `23`, `2-i34q`, `4,5,12`, `5..7`.
#pragma once

#include <string>
#include <string_view>

#include "core/dialect.h"
#include "models/automaton/read/hensel_letters.h"

namespace morula {

// The place of a list in the rule, for error messages, and how its counts are written.
struct CountsPlace {
  char letter = 'B';    // B or S
  bool written = true;  // false if the letter is implied, as in `23/3`
  unsigned neighbours = 8;
  bool one_digit = true;  // is each digit a count, or each number between commas?
  bool letters = true;    // may Hensel's letters follow a count?
};

struct Counts {
  u32 bits = 0;            // bit n: n live neighbours
  Arrangements with;       // the same as arrangements, if `letters`
  bool by_letter = false;  // do letters select some arrangements of a count?
  std::string problem;
};

Counts parse_counts(std::string_view list, const CountsPlace& place);

// `4,5,7..12`, the notation of Golly's 3D rules.
std::string counts_text(u32 bits);

}  // namespace morula
