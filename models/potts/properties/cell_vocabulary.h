// Names that formulas of cells can use.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formula/compiler.h"
#include "models/potts/properties/property_spec.h"
#include "models/sites/formula_rule_spec.h"

namespace morula::potts {

// Names in a model that formulas of cells may use.
struct NamesOfCells {
  std::vector<std::string> types, properties, fields;
  std::vector<RuleParameter> parameters;
  std::vector<std::string> targets = {};  // of volume and surface; each empty if all cells of a type share it
};

enum class CellFormula : u8 { Initial, Rate, Next, Life };

class CellVocabulary {
 public:
  CellVocabulary(const NamesOfCells& names, CellFormula use);
  CellVocabulary(const CellVocabulary&) = delete;
  CellVocabulary& operator=(const CellVocabulary&) = delete;

  const formula::Vocabulary& vocabulary() const { return vocabulary_; }
  // Completes a program that was compiled with this vocabulary and whose results are already listed in it.
  CellProgram complete(formula::Program program) const;

 private:
  using Kind = CellInput::Kind;

  formula::NamedInput named(const std::string& name, CellInput input, formula::Type type, i64 greatest);
  void add_whole(const std::string& name, CellInput::Kind kind, i64 greatest);
  void add_cells(CellFormula use);
  // Adds a function of one name, such as contact(TYPE). The possible names are in `list`, and the model file
  // declares them in `section`.
  void add_function(const std::string& name, const std::string& of, const std::string& section,
                    const std::vector<std::string>& list, CellInput::Kind kind, formula::Type type);
  void add_draws();
  void refuse(const std::vector<std::string>& words, const std::string& why);
  formula::Value word(formula::Compiler& compiler);

  NamesOfCells names_;
  formula::Vocabulary vocabulary_;
  std::map<std::string, CellInput> inputs_;
  unsigned draws_ = 0;
};

// Words that cannot be names of properties: words of formulas of cells, and columns of tables.
const std::vector<std::string>& words_of_cells();
const std::vector<std::string>& columns_of_tables();

}  // namespace morula::potts
