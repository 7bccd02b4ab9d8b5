#include "models/automaton/formula/device/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "models/formula/device_text.h"

namespace morula {
namespace {

// Variables for the states around a cell, each read once.
class CellsRead {
 public:
  std::string at(const Neighbour& offset) {
    const auto [found, is_new] =
        names_.try_emplace({offset.dz, offset.dy, offset.dx}, fmt::format("cell_{}", names_.size()));
    if (is_new)
      statements_ +=
          fmt::format("u32 {} = STATE_AT({}, {}, {}); ", found->second, offset.dx, offset.dy, offset.dz);
    return found->second;
  }
  const std::string& statements() const { return statements_; }

 private:
  std::map<std::tuple<i32, i32, i32>, std::string> names_;
  std::string statements_;
};

// Whether a cell is in one of the states: a test for each range of consecutive ones.
std::string is_in(const StateSet& states, const std::string& cell) {
  std::string text;
  for (unsigned state = 0; state < 256; ++state) {
    if (!states[state] || (state > 0 && states[state - 1])) continue;
    unsigned last = state;
    while (last < 255 && states[last + 1]) ++last;
    if (!text.empty()) text += " || ";
    text += last == state ? fmt::format("{} == {}u", cell, state)
                          : fmt::format("{} - {}u <= {}u", cell, state, last - state);
  }
  return text.empty() ? "0" : "(" + text + " ? 1 : 0)";
}

std::string count_of(const StateSet& states, const Neighbourhood& neighbourhood, CellsRead& cells) {
  std::string text;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    text += (text.empty() ? "" : " + ") + is_in(states, cells.at(neighbour));
  return text;
}

std::string count_text(const StateSet& states, const Neighbourhood& neighbourhood, CellsRead& cells) {
  return "(i64)(" + count_of(states, neighbourhood, cells) + ")";
}

std::string input_text(const SiteInput& input, const Neighbourhood& neighbourhood, CellsRead& cells) {
  switch (input.kind) {
    case SiteInput::Kind::State:
      return "(i64)" + cells.at(input.offset);
    case SiteInput::Kind::Count:
      return count_text(input.states, neighbourhood, cells);
    case SiteInput::Kind::X:
      return "(i64)x";
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

}  // namespace

void define_table(gpu::Source& source, const DiscreteRule& rule, const Neighbourhood& neighbourhood) {
  CellsRead cells;
  std::string draws, index = "u32 index = 0u";
  for (const TableFactor& factor : rule.factors()) {
    std::string value;
    if (factor.kind == TableFactor::Kind::Chance) {
      draws += fmt::format("u32x4 draw_{0} = draw(key, quad, step, {0}u); ", factor.input.number);
      const std::string threshold = factor.is_constant ? fmt::format("{}ul", factor.threshold)
                                                       : fmt::format("uniform[{}]", factor.threshold);
      value = fmt::format("((u64)word_of(draw_{}, lane) < {} ? 1u : 0u)", factor.input.number, threshold);
    } else if (factor.kind == TableFactor::Kind::Count) {
      value = fmt::format("(u32)({})", count_of(factor.input.states, neighbourhood, cells));
    } else {
      value = cells.at(factor.input.offset);
    }
    index += fmt::format(" + {} * {}u", value, factor.stride);
  }
  source.define("DRAW_WORDS", draws)
      .define("READ_CELLS", cells.statements())
      .define("EVALUATE", index + ";")
      .define("NEXT_STATE", "table[index]")
      .define("CAN_FAIL", "0");
}

void define_formulas(gpu::Source& source, const FormulaRule& rule, const Neighbourhood& neighbourhood) {
  const formula::Program& program = rule.program.site;
  CellsRead cells;
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
    inputs[number] = input_text(input, neighbourhood, cells);
    if (input.kind == SiteInput::Kind::Word)
      draws += fmt::format("u32x4 draw_{0} = draw(key, quad, step, {0}u); ", input.number);
  }
  source.define("DRAW_WORDS", draws)
      .define("READ_CELLS", cells.statements())
      .define("EVALUATE", on_one_line_of_code(formula::device_text(program, inputs)))
      .define("NEXT_STATE", formula::variable_of(program.results.front()))
      .define("CAN_FAIL", rule.can_fail() ? "1" : "0");
}

}  // namespace morula
