#include "models/series/row_condition.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "core/error.h"
#include "core/formula/compiler.h"
#include "models/formula/interpreter.h"

namespace morula {
namespace {

using formula::Type;

formula::NamedInput input_called(const std::string& name, Type type) {
  formula::NamedInput named{{name, type}};
  named.is_finite = type != Type::Real;
  return named;
}

formula::Vocabulary vocabulary_of(const std::vector<SeriesColumn>& columns, bool has_time) {
  formula::Vocabulary vocabulary;
  for (const SeriesColumn& column : columns)
    if (formula::wrong_with_name(column.name).empty())
      vocabulary.values[column.name] = input_called(column.name, column.is_real ? Type::Real : Type::Whole);
  vocabulary.values["step"] = input_called("step", Type::Whole);
  if (has_time) vocabulary.values["time"] = input_called("time", Type::Real);
  return vocabulary;
}

int source_of(const std::string& name, const std::vector<SeriesColumn>& columns) {
  if (name == "step") return RowCondition::step;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return static_cast<int>(i);
  return RowCondition::time;
}

// The bits of an input; nothing for an empty cell.
std::optional<u64> bits_of(const Number& number, Type type) {
  if (std::holds_alternative<Absent>(number)) return std::nullopt;
  const auto* real = std::get_if<double>(&number);
  if (type == Type::Real && real) return std::bit_cast<u64>(*real);
  const auto* with_sign = std::get_if<std::int64_t>(&number);
  const auto whole = with_sign ? *with_sign
                     : real    ? static_cast<std::int64_t>(*real)
                               : static_cast<std::int64_t>(std::get<std::uint64_t>(number));
  return type == Type::Real ? std::bit_cast<u64>(static_cast<double>(whole)) : static_cast<u64>(whole);
}

std::string value_text(const formula::InputValue& input, u64 bits) {
  if (input.type == Type::Real) return fmt::format("{} = {}", input.name, std::bit_cast<double>(bits));
  return fmt::format("{} = {}", input.name, static_cast<std::int64_t>(bits));
}

[[noreturn]] void end_run(const formula::Program& program, std::size_t failing, std::uint64_t step,
                          const std::vector<u64>& values) {
  const formula::Instruction& instruction = program.instructions[failing];
  std::string text =
      fmt::format("step {}: {}: {}", step, place_in(program.formulas[instruction.formula], instruction.place),
                  failure_of(instruction.operation));
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "; there " : ", ") + value_text(program.inputs[i], values[i]);
  throw Error(text);
}

}  // namespace

std::optional<RowCondition> compile_condition(const WrittenFormula& written,
                                              const std::vector<SeriesColumn>& columns, bool has_time,
                                              io::Problems& problems) try {
  RowCondition condition;
  formula::Compiler compiler(condition.program);
  const formula::Value value =
      compiler.compile_truth(written.formula_text(), vocabulary_of(columns, has_time), "'when'");
  condition.program.results = {value.instruction};
  drop_unused(condition.program);
  drop_unused_inputs(condition.program);
  for (const formula::InputValue& input : condition.program.inputs)
    condition.sources.push_back(source_of(input.name, columns));
  return condition;
} catch (const formula::FormulaError& error) {
  note_problem(written, error, problems);
  return std::nullopt;
}

bool is_fulfilled(const RowCondition& condition, std::uint64_t step, std::optional<double> steps_per_time,
                  std::span<const Number> row) {
  const formula::Program& program = condition.program;
  formula::Interpreter interpreter(std::make_shared<const formula::Code>(program));
  std::vector<u64> values;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const int source = condition.sources[i];
    const Number number = source == RowCondition::step ? Number(step)
                          : source == RowCondition::time
                              ? Number(static_cast<double>(step) / steps_per_time.value_or(1))
                              : row[static_cast<std::size_t>(source)];
    const auto value_bits = bits_of(number, program.inputs[i].type);
    const bool is_number = value_bits && (program.inputs[i].type != Type::Real ||
                                          !std::isnan(std::bit_cast<double>(*value_bits)));
    if (!is_number) return false;
    values.push_back(*value_bits);
    interpreter.fill_input(i, *value_bits);
  }
  if (interpreter.evaluate(1)) end_run(program, interpreter.failing_instruction(), step, values);
  return interpreter.whole_result(0)[0] != 0;
}

}  // namespace morula
