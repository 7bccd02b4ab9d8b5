#include "models/automaton/formula/device/formula_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/automaton/formula/device/cells_read.h"
#include "models/formula/device_text.h"

namespace morula {
namespace {

std::string input_text(const SiteInput& input, CellsRead& cells) {
  switch (input.kind) {
    case SiteInput::Kind::State:
      return "(i64)" + cells.state(input.offset);
    case SiteInput::Kind::Count:
      return "(i64)(" + cells.count(input) + ")";
    case SiteInput::Kind::X:
      return "(i64)site_x";
    case SiteInput::Kind::Y:
      return "site_y";
    case SiteInput::Kind::Z:
      return "site_z";
    default:
      return fmt::format("(i64)word_of(draw_{}, lane)", input.number);
  }
}

std::string on_one_line_of_code(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string threshold_of(const TableFactor& chance) {
  return chance.is_constant ? fmt::format("{}ul", chance.threshold)
                            : fmt::format("uniform[{}]", chance.threshold);
}

std::string draw_of(const SiteInput& word) {
  return fmt::format("u32x4 draw_{0} = draw(key, quad, step, {0}u); ", word.number);
}

std::string draws_of(const DiscreteRule& rule) {
  std::string draws;
  for (const TableFactor& factor : rule.factors())
    if (factor.kind == TableFactor::Kind::Chance) draws += draw_of(factor.input);
  return draws;
}

// The table indices of the four cells of a quad, one byte each.
std::string index_of_quad(const DiscreteRule& rule, CellsRead& cells) {
  std::string index = "0u";
  for (const TableFactor& factor : rule.factors()) {
    std::string value;
    if (factor.kind == TableFactor::Kind::Chance)
      value = fmt::format("words_below(draw_{}, {})", factor.input.number, threshold_of(factor));
    else
      value = factor.kind == TableFactor::Kind::Count ? cells.quad_of_counts(factor.input)
                                                      : cells.quad(factor.input.offset);
    index += fmt::format(" + {} * {}u", value, factor.stride);
  }
  return index;
}

std::string index_of_cell(const DiscreteRule& rule, CellsRead& cells) {
  std::string index = "u32 index = 0u";
  for (const TableFactor& factor : rule.factors()) {
    std::string value;
    if (factor.kind == TableFactor::Kind::Chance)
      value = fmt::format("((u64)word_of(draw_{}, lane) < {} ? 1u : 0u)", factor.input.number,
                          threshold_of(factor));
    else
      value = factor.kind == TableFactor::Kind::Count ? fmt::format("(u32)({})", cells.count(factor.input))
                                                      : cells.state(factor.input.offset);
    index += fmt::format(" + {} * {}u", value, factor.stride);
  }
  return index + ";";
}

}  // namespace

bool has_whole_quads(const Lattice& lattice, std::size_t states, const Neighbourhood& neighbourhood) {
  return lattice.stored.x % 4 == 0 && states <= most_states_in_ranges &&
         neighbourhood.neighbours.size() < 256;
}

void define_quads(gpu::Source& source, const DiscreteRule& rule, const FormulaShape& shape) {
  CellsRead cells(shape);
  std::string stores;
  for (u32 row = 0; row < rows_in_item; ++row) {
    cells.go_to_row(static_cast<i32>(row));
    stores += fmt::format("{{ u64 quad = QUAD_NUMBER({0}); {1} u32 index = {2}; STORE_QUAD({0}, index) }} ",
                          row, draws_of(rule), index_of_quad(rule, cells));
  }
  source.define("READ_QUADS", cells.quad_statements())
      .define("STORE_QUADS", stores)
      .define("QUAD_ROWS", rows_in_item)
      .define("ENTRIES", rule.entries());
}

void define_table(gpu::Source& source, const DiscreteRule& rule, const FormulaShape& shape) {
  CellsRead cells(shape);
  const std::string index = index_of_cell(rule, cells);
  source.define("DRAW_WORDS", draws_of(rule))
      .define("READ_QUADS", cells.quad_statements())
      .define("READ_CELLS", cells.statements())
      .define("EVALUATE", index)
      .define("NEXT_STATE", "table[index]")
      .define("CAN_FAIL", "0");
}

void define_formulas(gpu::Source& source, const FormulaRule& rule, const FormulaShape& shape) {
  const formula::Program& program = rule.program.site;
  CellsRead cells(shape);
  std::string draws;
  std::vector<std::string> inputs(program.inputs.size(), "0");
  for (const formula::Instruction& instruction : program.instructions) {
    if (instruction.operation != formula::Operation::Input) continue;
    const std::size_t number = instruction.constant;
    if (number >= rule.inputs.size()) {
      const std::string word = fmt::format("uniform[{}]", number - rule.inputs.size());
      inputs[number] = instruction.type == formula::Type::Real ? "f64_of_bits(" + word + ")" : "(i64)" + word;
      continue;
    }
    const SiteInput& input = rule.inputs[number];
    inputs[number] = input_text(input, cells);
    if (input.kind == SiteInput::Kind::Word) draws += draw_of(input);
  }
  source.define("DRAW_WORDS", draws)
      .define("READ_QUADS", cells.quad_statements())
      .define("READ_CELLS", cells.statements())
      .define("EVALUATE", on_one_line_of_code(formula::device_text(program, inputs)))
      .define("NEXT_STATE", formula::variable_of(program.results.front()))
      .define("CAN_FAIL", rule.can_fail() ? "1" : "0");
}

}  // namespace morula
