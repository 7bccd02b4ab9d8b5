// Formulas of cells, as readers of model files compile them.
#pragma once

#include <optional>

#include "models/formula_reader.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/cell_vocabulary.h"

namespace morula::potts {

// Compiles formulas into one program. After an error it goes on, to find those in other formulas.
class FormulasOfCells {
 public:
  FormulasOfCells(const NamesOfCells& names, CellFormula use)
      : vocabulary_(names, use), compiler_(program_) {}

  // The number of its result; nothing if the formula is wrong, which is noted.
  std::optional<unsigned> read(const WrittenFormula& written, io::Problems& problems,
                               bool is_condition = false) {
    try {
      const formula::Value value = compiler_.compile(written.formula_text(), vocabulary_.vocabulary());
      if (is_condition && value.type != formula::Type::Truth)
        throw formula::FormulaError({}, "is " + to_string(value.type) +
                                            "; must be a condition, such as volume >= 80 or chance(0.01)");
      program_.results.push_back(compiler_.to_real(value).instruction);
    } catch (const formula::FormulaError& error) {
      note_problem(written, error, problems);
      return std::nullopt;
    }
    return static_cast<unsigned>(program_.results.size() - 1);
  }
  CellProgram take() { return vocabulary_.complete(program_); }
  // The last formula by itself.
  CellProgram take_last() {
    formula::Program alone = program_;
    alone.results = {program_.results.back()};
    return vocabulary_.complete(std::move(alone));
  }

 private:
  CellVocabulary vocabulary_;
  formula::Program program_;
  formula::Compiler compiler_;
};

// What formulas of this model may name.
NamesOfCells names_of(const PottsSpec& spec);

}  // namespace morula::potts
