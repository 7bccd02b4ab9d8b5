// Formulas in model files: their texts, and where their errors are told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/formula/formula_error.h"
#include "core/formula/program.h"
#include "io/section.h"

namespace morula {

// A formula as it stands in a model file.
struct WrittenFormula {
  std::string key;  // "automaton.transitions[1].when"
  std::string text;
  SourceLocation place;

  formula::FormulaText formula_text() const { return {key, text}; }
};

// The text of a formula. Nothing where the key is absent or YAML has taken the formula apart, which is noted
// with an example of a formula.
std::optional<WrittenFormula> read_formula(io::Section& section, const std::string& key,
                                           io::Presence presence = io::Presence::Optional,
                                           const char* example = "x > 0");

void note_problem(const WrittenFormula& written, const formula::FormulaError& error, io::Problems& problems);

// "automaton.transitions[1].when, column 7"
std::string place_in(const formula::FormulaText& formula, const formula::Place& place);

// A number as formulas write it: whole (12, -3) or real (0.5, 1e-5). Nothing for anything else.
struct WrittenNumber {
  formula::Type type = formula::Type::Whole;
  std::uint64_t bits = 0;
};
std::optional<WrittenNumber> parse_number(const std::string& text);

}  // namespace morula
