#include "models/potts/read/cell_formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/formula/split_program.h"

namespace morula::potts {

using formula::FormulaError;

std::optional<unsigned> FormulasOfCells::read(const WrittenFormula& written, io::Problems& problems,
                                              bool is_condition, FormulaGroup group) {
  try {
    groups_.push_back(group);
    const formula::Value value = compile(written, is_condition);
    check_parameters();
    results_of(group).push_back(compiler_.to_real(value).instruction);
  } catch (const FormulaError& error) {
    note_problem(written, error, problems);
    return std::nullopt;
  }
  return static_cast<unsigned>(results_of(group).size() - 1);
}

formula::Value FormulasOfCells::compile(const WrittenFormula& written, bool is_condition) {
  const formula::Value value = compiler_.compile(written.formula_text(), vocabulary_.vocabulary());
  if (is_condition && value.type != formula::Type::Truth)
    throw FormulaError({}, fmt::format("is {}; must be a condition, such as {} or chance(0.01)",
                                       to_string(value.type), condition_of_cells));
  return value;
}

// Reports formulas that fail because of constants and parameters only, before the run: log(0), or chance(p)
// with p = 1.5.
void FormulasOfCells::check_parameters() const {
  std::vector<bool> is_parameter;
  std::vector<u64> bits;
  for (const formula::InputValue& input : program_.inputs) {
    const auto found = std::ranges::find(parameters_, input.name, &RuleParameter::name);
    is_parameter.push_back(found != parameters_.end());
    bits.push_back(is_parameter.back() ? found->bits : 0);
  }
  const auto failing = formula::failing_for(formula::split(program_, is_parameter), bits);
  if (!failing) return;
  const formula::Instruction& instruction = program_.instructions[*failing];
  if (instruction.formula + 1 == program_.formulas.size())  // others were reported before
    throw FormulaError(instruction.place,
                       formula::failure_of(instruction.operation) + values_behind(*failing));
}

// End of a message, such as ", with p = 1.5; change the formula or p".
std::string FormulasOfCells::values_behind(std::uint32_t instruction) const {
  std::vector<std::string> names, values;
  const std::vector<bool> is_behind = formula::inputs_behind(program_, instruction);
  for (const RuleParameter& parameter : parameters_)
    for (std::size_t input = 0; input < program_.inputs.size(); ++input)
      if (is_behind[input] && program_.inputs[input].name == parameter.name) {
        names.push_back(parameter.name);
        values.push_back(fmt::format("{} = {}", parameter.name, parameter.number()));
      }
  if (names.empty()) return "; change the formula";
  return fmt::format(", with {}; change the formula or {}", fmt::join(values, ", "), fmt::join(names, ", "));
}

CellProgram FormulasOfCells::take(FormulaGroup group) {
  std::vector<bool> formulas;
  for (const FormulaGroup of_formula : groups_) formulas.push_back(of_formula == group);
  return needed_for(results_of(group), formulas);
}

CellProgram FormulasOfCells::take_last() {
  std::vector<bool> formulas(groups_.size());
  formulas.back() = true;
  return needed_for({results_of(FormulaGroup::Rules).back()}, formulas);
}

CellProgram FormulasOfCells::needed_for(std::vector<std::uint32_t> results,
                                        const std::vector<bool>& formulas) const {
  formula::Program program = program_;
  program.results = std::move(results);
  formula::drop_unused(program, formulas);
  return vocabulary_.complete(std::move(program));
}

NamesOfCells names_of(const PottsSpec& spec) {
  NamesOfCells names{spec.fields.classes, {}, {}, spec.fields.parameters};
  for (const Property& property : spec.properties.properties) names.properties.push_back(property.name);
  for (const fields::FieldSpec& field : spec.fields.fields) names.fields.push_back(field.name);
  return names;
}

}  // namespace morula::potts
