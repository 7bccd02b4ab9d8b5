// The names in formulas of cells.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formula/compiler.h"
#include "models/potts/properties/property_spec.h"
#include "models/sites/formula_rule_spec.h"

namespace morula::potts {

// What a model has that formulas of cells may name.
struct NamesOfCells {
  std::vector<std::string> types, properties, fields;
  std::vector<RuleParameter> parameters;
  std::vector<std::string> targets = {};  // of the volume and of the surface; empty where they do not vary
};

enum class CellFormula : u8 { Initial, Rate, Next, Life };

class CellVocabulary {
 public:
  CellVocabulary(const NamesOfCells& names, CellFormula use);
  CellVocabulary(const CellVocabulary&) = delete;
  CellVocabulary& operator=(const CellVocabulary&) = delete;

  const formula::Vocabulary& vocabulary() const { return vocabulary_; }
  // A program that was compiled with this vocabulary, and whose results are noted in it.
  CellProgram complete(formula::Program program) const;

 private:
  using Kind = CellInput::Kind;

  formula::NamedInput named(const std::string& name, CellInput input, formula::Type type, i64 greatest);
  void add_whole(const std::string& name, CellInput::Kind kind, i64 greatest);
  void add_cells(CellFormula use);
  // A function of one name of a list, such as contact(TYPE), which is written in a section of the model file.
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

// Words of formulas of cells, and columns that tables have beside those of cells: neither are names for
// properties.
const std::vector<std::string>& words_of_cells();
const std::vector<std::string>& columns_of_tables();

}  // namespace morula::potts
