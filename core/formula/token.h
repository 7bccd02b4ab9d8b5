// The tokens of a formula.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula_error.h"

namespace morula::formula {

struct Token {
  enum class Kind { Whole, Real, Name, Symbol, End };

  Kind kind = Kind::End;
  std::string text;  // as written; empty for the end
  Place place;
};

// Splits a formula into tokens; the last one is the end. Spaces, line breaks and comments (from # to the end
// of a line) separate tokens. Throws FormulaError.
std::vector<Token> tokens_of(std::string_view text);

constexpr std::size_t longest_formula = 10'000;  // in characters
constexpr std::string_view how_to_split =
    "split it: give its parts names of their own (docs/formulas.md says where)";

}  // namespace morula::formula
