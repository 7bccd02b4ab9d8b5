// A formula as it is written: a tree, before names and types are looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula_error.h"

namespace morula::formula {

struct Syntax {
  enum class Kind {
    Whole,   // text: its digits
    Real,    // text: as written
    Name,    // text
    Call,    // text: the function; parts: its arguments
    Unary,   // text: "-" or "not"; one part
    Binary,  // text: the operator; two parts
    If,      // parts: condition, then, else
  };

  Kind kind = Kind::Whole;
  std::string text;
  Place place;  // of an operator, that of its sign
  std::vector<Syntax> parts;
};

constexpr int deepest_formula = 100;
constexpr int most_parts = 2'000;  // of a formula: numbers, names, operators and calls

// Throws FormulaError.
Syntax parse(std::string_view text);

// The formula again, on one line, with all its parentheses.
std::string text_of(const Syntax& syntax);

bool is_reserved(std::string_view word);  // and, or, not, if, then, else, true, false

}  // namespace morula::formula
