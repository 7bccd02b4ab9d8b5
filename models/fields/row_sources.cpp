#include "models/fields/row_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "models/formula_reader.h"

namespace morula::fields {

std::vector<u64> uniform_inputs(const SiteProgram& program, const FieldsSpec& spec, u64 step) {
  std::vector<u64> values;
  for (const FieldInput& input : program.inputs)
    values.push_back(input.kind == FieldInput::Kind::Step        ? step
                     : input.kind == FieldInput::Kind::Parameter ? spec.parameters[input.number].bits
                                                                 : 0);
  return values;
}

RowSources::RowSources(const SiteProgram& sources, std::shared_ptr<const formula::Code> program,
                       SiteReader& sites)
    : inputs_(sources.inputs), is_read_(inputs_.size()), interpreter_(program), sites_(sites) {
  for (const formula::Instruction& instruction : program->program().instructions)
    if (instruction.operation == formula::Operation::Input && instruction.constant < inputs_.size())
      is_read_[instruction.constant] = true;
}

void RowSources::set_uniform(std::size_t first, const std::vector<u64>& bits) {
  for (std::size_t i = 0; i < bits.size(); ++i) interpreter_.fill_input(first + i, bits[i]);
}

bool RowSources::evaluate(const RowPart& part, const std::vector<const f64*>& fields) {
  for (std::size_t input = 0; input < inputs_.size(); ++input)
    if (is_read_[input] && !inputs_[input].is_uniform()) fill(input, part, fields);
  return interpreter_.evaluate(part.count);
}

void RowSources::fill(std::size_t input, const RowPart& part, const std::vector<const f64*>& fields) {
  i64* const wholes = interpreter_.whole_input(input);
  const unsigned number = inputs_[input].number;
  switch (inputs_[input].kind) {
    case FieldInput::Kind::Field:
      std::copy_n(fields[number], part.count, interpreter_.real_input(input));
      return;
    case FieldInput::Kind::Class:
      return sites_.read_classes(part.replica, part.first, part.count, wholes);
    case FieldInput::Kind::Quantity:
      return sites_.read_quantity(number, part.replica, part.first, part.count, wholes);
    case FieldInput::Kind::X:
      for (std::size_t i = 0; i < part.count; ++i) wholes[i] = static_cast<i64>(part.first.x + i);
      return;
    case FieldInput::Kind::Y:
      std::fill_n(wholes, part.count, static_cast<i64>(part.first.y));
      return;
    case FieldInput::Kind::Z:
      std::fill_n(wholes, part.count, static_cast<i64>(part.first.z));
      return;
    default:
      for (std::size_t i = 0; i < part.count; ++i)
        wholes[i] = draw(key_, part.canonical + i, when_, number).x;
  }
}

std::string what_fails(const formula::Program& program, std::size_t instruction) {
  const formula::Instruction& failing = program.instructions[instruction];
  return fmt::format("{}: {}", place_in(program.formulas[failing.formula], failing.place),
                     failure_of(failing.operation));
}

std::optional<SourceFailure> failure_in(const SiteProgram& sources, const std::vector<u64>& uniform,
                                        SiteReader& sites, const RowPart& part,
                                        const std::vector<const f64*>& fields, u32x2 key, u64 when) {
  RowSources formulas(sources, std::make_shared<const formula::Code>(sources.program.whole), sites);
  formulas.set_draws(key, when);
  for (std::size_t i = 0; i < uniform.size(); ++i)
    if (sources.inputs[i].is_uniform()) formulas.set_uniform(i, {uniform[i]});
  for (std::size_t place = 0; place < part.count; ++place) {
    RowPart site = part;
    site.first.x += place;
    site.canonical += place;
    site.count = 1;
    std::vector<const f64*> site_values;
    for (const f64* values : fields) site_values.push_back(values ? values + place : nullptr);
    if (formulas.evaluate(site, site_values))
      return SourceFailure{place, what_fails(sources.program.whole, formulas.failing_instruction())};
  }
  return std::nullopt;
}

}  // namespace morula::fields
