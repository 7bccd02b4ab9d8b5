#include "models/potts/properties/cell_evaluator.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "models/formula_reader.h"

namespace morula::potts {

CellEvaluator::CellEvaluator(const CellProgram& program, std::vector<u64> parameters)
    : program_(program),
      parameters_(std::move(parameters)),
      interpreter_(std::make_shared<const formula::Code>(program.program)) {}

void CellEvaluator::fill(std::size_t input, const CellNumbers& cells, std::size_t first, std::size_t count,
                         u32x2 key, u64 step) {
  using Kind = CellInput::Kind;
  const auto& [kind, number] = program_.inputs[input];
  const auto copy_wholes = [&](const std::vector<i64>& from) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count, interpreter_.whole_input(input));
  };
  const auto copy_reals = [&](const std::vector<f64>& from) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count, interpreter_.real_input(input));
  };
  switch (kind) {
    case Kind::Property:
      return copy_reals(cells.properties[number]);
    case Kind::Volume:
      return copy_wholes(cells.volumes);
    case Kind::Surface:
      return copy_wholes(cells.surfaces);
    case Kind::Age:
      return copy_wholes(cells.ages);
    case Kind::Type:
      return copy_wholes(cells.types);
    case Kind::SumOfField:
      return copy_reals(cells.sums[number]);
    case Kind::MeanOfField:
      for (std::size_t i = 0; i < count; ++i)
        interpreter_.real_input(input)[i] =
            cells.sums[number][first + i] / static_cast<f64>(cells.volumes[first + i]);
      return;
    case Kind::Contact:
      return copy_wholes(cells.contacts[number]);
    case Kind::Neighbours:
      return copy_wholes(cells.neighbours[number]);
    case Kind::Around:
      return copy_reals(cells.around[number]);
    case Kind::Target:
      return copy_reals(cells.targets[number]);
    case Kind::Word:
      for (std::size_t i = 0; i < count; ++i)
        interpreter_.whole_input(input)[i] = draw(key, cells.numbers[first + i], step, number).x;
      return;
    case Kind::Step:
      return interpreter_.fill_input(input, step);
    case Kind::Parameter:
      return interpreter_.fill_input(input, parameters_[number]);
  }
}

void CellEvaluator::fail(const CellNumbers& cells, std::size_t first, std::size_t count, u32x2 key, u64 step,
                         const std::string& when) {
  const i64* const failed = interpreter_.failed();
  const std::size_t place = first + static_cast<std::size_t>(std::find(failed, failed + count, 1) - failed);
  for (std::size_t input = 0; input < program_.inputs.size(); ++input)
    fill(input, cells, place, 1, key, step);
  interpreter_.evaluate(1);
  const formula::Program& program = program_.program;
  const formula::Instruction& failing = program.instructions[interpreter_.failing_instruction()];
  throw Error(fmt::format("cell {} {}: {}: {}", cells.numbers[place], when,
                          place_in(program.formulas[failing.formula], failing.place),
                          failure_of(failing.operation)));
}

std::vector<std::vector<f64>> CellEvaluator::evaluate(const CellNumbers& cells, u32x2 key, u64 step,
                                                      const std::string& when) {
  const std::size_t results = program_.program.results.size();
  std::vector<std::vector<f64>> values(results, std::vector<f64>(cells.rows.size()));
  for (std::size_t first = 0; first < cells.rows.size(); first += formula::block) {
    const std::size_t count = std::min(formula::block, cells.rows.size() - first);
    for (std::size_t input = 0; input < program_.inputs.size(); ++input)
      fill(input, cells, first, count, key, step);
    if (interpreter_.evaluate(count)) fail(cells, first, count, key, step, when);
    for (std::size_t result = 0; result < results; ++result)
      std::copy_n(interpreter_.real_result(result), count,
                  values[result].begin() + static_cast<std::ptrdiff_t>(first));
  }
  return values;
}

}  // namespace morula::potts
