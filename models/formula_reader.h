// Formulas in model files: their texts, and the places of their errors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/formula/formula_error.h"
#include "core/formula/program.h"
#include "io/section.h"

namespace morula {

// A formula as written in a model file.
struct WrittenFormula {
  std::string key;  // "automaton.transitions[1].when"
  std::string text;
  SourceLocation place;

  formula::FormulaText formula_text() const { return {key, text}; }
};

// The text of a formula. Nothing if the key is absent, or if YAML has split the formula up; that is noted as
// a problem, with an example of a formula.
std::optional<WrittenFormula> read_formula(io::Section& section, const std::string& key,
                                           io::Presence presence = io::Presence::Optional,
                                           const char* example = "x > 0");

void note_problem(const WrittenFormula& written, const formula::FormulaError& error, io::Problems& problems);

// "automaton.transitions[1].when, column 7"
std::string place_in(const formula::FormulaText& formula, const formula::Place& place);

// A number as written in formulas: whole (12, -3) or real (0.5, 1e-5). Nothing for anything else.
struct WrittenNumber {
  formula::Type type = formula::Type::Whole;
  std::uint64_t bits = 0;
};
std::optional<WrittenNumber> parse_number(const std::string& text);

}  // namespace morula
