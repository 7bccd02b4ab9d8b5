// Formulas of cells, as readers of model files compile them.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "models/formula_reader.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/cell_vocabulary.h"

namespace morula::potts {

// For messages about keys without a formula.
constexpr const char *condition_of_cells = "volume >= 80", *number_of_cells = "0.5 * volume";

// Whose results a program has: draws of both are told apart, since their formulas are compiled together.
enum class FormulaGroup : u8 { Rules, Shares };

// Compiles formulas into a program for each group. After an error it goes on, to find those in other
// formulas.
class FormulasOfCells {
 public:
  FormulasOfCells(const NamesOfCells& names, CellFormula use)
      : parameters_(names.parameters), vocabulary_(names, use), compiler_(program_) {}

  // The number of its result in its group; nothing if the formula is wrong, which is noted.
  std::optional<unsigned> read(const WrittenFormula& written, io::Problems& problems,
                               bool is_condition = false, FormulaGroup group = FormulaGroup::Rules);
  CellProgram take(FormulaGroup group = FormulaGroup::Rules);
  // The last formula by itself.
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
  formula::Program program_;  // without results
  formula::Compiler compiler_;
  std::array<std::vector<std::uint32_t>, 2> results_;  // instructions, of each group
  std::vector<FormulaGroup> groups_;                   // of each formula of the program
};

// What formulas of this model may name.
NamesOfCells names_of(const PottsSpec& spec);

}  // namespace morula::potts
