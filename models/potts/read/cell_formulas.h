// Compiles formulas of cells, for readers of model files.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "models/formula_reader.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/cell_vocabulary.h"

namespace morula::potts {

// Examples for messages about keys without a formula.
constexpr const char *condition_of_cells = "volume >= 80", *number_of_cells = "0.5 * volume";

// The two groups of results, each with a program of its own. Their formulas are compiled together, so that
// their random numbers differ.
enum class FormulaGroup : u8 { Rules, Shares };

// Compiles formulas into a program for each group. After an error it continues, to find errors in other
// formulas.
class FormulasOfCells {
 public:
  FormulasOfCells(const NamesOfCells& names, CellFormula use)
      : parameters_(names.parameters), vocabulary_(names, use), compiler_(program_) {}

  // Returns the index of the formula's result in its group. If the formula is wrong, reports that and returns
  // nothing.
  std::optional<unsigned> read(const WrittenFormula& written, io::Problems& problems,
                               bool is_condition = false, FormulaGroup group = FormulaGroup::Rules);
  CellProgram take(FormulaGroup group = FormulaGroup::Rules);
  // A program with only the last formula.
  CellProgram take_last();

 private:
  formula::Value compile(const WrittenFormula& written, bool is_condition);
  void check_parameters() const;
  std::string values_behind(std::uint32_t instruction) const;
  std::vector<std::uint32_t>& results_of(FormulaGroup group) {
    return results_[static_cast<std::size_t>(group)];
  }
  // The part of the program that these results and formulas need.
  CellProgram needed_for(std::vector<std::uint32_t> results, const std::vector<bool>& formulas) const;

  std::vector<RuleParameter> parameters_;
  CellVocabulary vocabulary_;
  formula::Program program_;  // without its results
  formula::Compiler compiler_;
  std::array<std::vector<std::uint32_t>, 2> results_;  // instructions, for each group
  std::vector<FormulaGroup> groups_;                   // for each formula of the program
};

// Names that formulas of this model may use.
NamesOfCells names_of(const PottsSpec& spec);

}  // namespace morula::potts
