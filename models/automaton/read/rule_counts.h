// Lists of counts of live neighbours: `23`, `2-i34q`, `4,5,12`, `5..7`.
#pragma once

#include <string>
#include <string_view>

#include "core/dialect.h"
#include "models/automaton/read/hensel_letters.h"

namespace morula {

// Where a list stands, for what is said of it.
struct CountsPlace {
  char letter = 'B';    // B or S
  bool written = true;  // in `23/3` the letter is understood
  unsigned neighbours = 8;
  bool one_digit = true;  // is each digit a count, or is each number between commas one?
  bool letters = true;    // may Hensel's letters follow a count?
};

struct Counts {
  u32 bits = 0;            // bit n: n live neighbours
  Arrangements with;       // the same in arrangements, when `letters`
  bool by_letter = false;  // is a count divided by letters?
  std::string problem;
};

Counts parse_counts(std::string_view list, const CountsPlace& place);

// `4,5,7..12`, as Golly's 3D rules have it.
std::string counts_text(u32 bits);

}  // namespace morula
