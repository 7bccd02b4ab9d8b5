// The program of fields for a device: kernels generated for these fields.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/fields/device_fields.h"
#include "models/fields/implicit_lines.h"
#include "models/formula/device_text.h"
#include "texts/morula_models.h"

namespace morula::fields {
namespace {

std::string input_text(const FieldInput& input, const SiteTexts& texts) {
  switch (input.kind) {
    case FieldInput::Kind::Field:
      return fmt::format("now_{}[i]", input.number);
    case FieldInput::Kind::Class:
      return "(i64)(" + texts.site_class + ")";
    case FieldInput::Kind::Quantity:
      return texts.quantities[input.number];
    case FieldInput::Kind::X:
      return "(i64)x";
    case FieldInput::Kind::Y:
      return "(i64)y";
    default:
      return "(i64)z";
  }
}

std::string statements_of(const SiteProgram& sources, const SiteTexts& texts) {
  if (sources.is_empty()) return "";
  const formula::Program& program = sources.program.site;
  std::vector<std::string> inputs(program.inputs.size(), "0");
  for (const formula::Instruction& instruction : program.instructions) {
    if (instruction.operation != formula::Operation::Input) continue;
    const std::size_t number = instruction.constant;
    if (number < sources.inputs.size()) {
      inputs[number] = input_text(sources.inputs[number], texts);
      continue;
    }
    const std::string word = fmt::format("uniform[{}]", number - sources.inputs.size());
    inputs[number] = instruction.type == formula::Type::Real ? "f64_of_bits(" + word + ")" : "(i64)" + word;
  }
  std::string statements = formula::device_text(program, inputs);
  std::ranges::replace(statements, '\n', ' ');
  return statements;
}

// Expressions for the neighbours of a site and for the flows through walls.
struct Around {
  std::array<std::string, 6> neighbours, inflow;
};

Around around(const FieldSpec& field, std::size_t number, unsigned dimensions) {
  constexpr std::array coordinate = {"x", "y", "z"}, stride = {"1", "SIDE_X", "(SIDE_X * SIDE_Y)"},
                       last = {"SIDE_X", "SIDE_Y", "SIDE_Z"};
  Around around;
  for (std::size_t side = 0; side < 6; ++side) {
    const std::size_t axis = side / 2;
    const bool is_end = side % 2 == 1;
    const std::string now = fmt::format("now_{}", number);
    around.neighbours[side] = now + "[i]";
    around.inflow[side] = "0.0";
    if (axis >= dimensions) continue;
    const std::string is_inside = is_end ? fmt::format("{} + 1 < {}", coordinate[axis], last[axis])
                                         : fmt::format("{} > 0", coordinate[axis]);
    const BoundaryCondition& condition = field.boundary[axis][side % 2];
    std::string beyond = now + "[i]";
    if (condition.kind == BoundaryCondition::Kind::Periodic)
      beyond = fmt::format("{}[i {} ({} - 1) * {}]", now, is_end ? '-' : '+', last[axis], stride[axis]);
    if (condition.kind == BoundaryCondition::Kind::Value)
      beyond = fmt::format("NUMBER({}, BEYOND + {})", number, side);
    if (condition.kind == BoundaryCondition::Kind::Flux)
      around.inflow[side] = fmt::format("({} ? 0.0 : NUMBER({}, INFLOW + {}))", is_inside, number, side);
    around.neighbours[side] =
        fmt::format("({} ? {}[i {} {}] : {})", is_inside, now, is_end ? '+' : '-', stride[axis], beyond);
  }
  return around;
}

std::string step_of(const FieldSpec& field, std::size_t number, const FieldsOnLattice& on) {
  const std::string source =
      field.has_source ? formula::variable_of(on.spec.sources.program.site.results[field.source]) : "0.0";
  std::string step = fmt::format("STEP_{}({}, now_{}, next_{}, {}, {}u",
                                 field.solver == Solver::Implicit ? "IMPLICIT" : "EXPLICIT", number, number,
                                 number, source, field.is_signed ? 1 : 0);
  if (field.solver == Solver::Explicit) {
    const Around sides = around(field, number, on.lattice.dimensions);
    for (const std::string& neighbour : sides.neighbours) step += ", " + neighbour;
    for (const std::string& inflow : sides.inflow) step += ", " + inflow;
  }
  return step + ") ";
}

}  // namespace

gpu::Source fields_source(const FieldsOnLattice& on, const SiteTexts& texts) {
  gpu::Source source = formula::with_formula_rules("fields", gpu::text::models::fields::field_kernels);
  source.texts.insert(source.texts.end() - 1, gpu::text::models::fields::field_rule);
  std::string buffers, steps, of_sites;
  for (std::size_t i = 0; i < on.spec.fields.size(); ++i) {
    buffers += fmt::format("GLOBAL const f64* RESTRICT now_{}, ", i);
    if (!on.spec.fields[i].changes()) continue;
    buffers += fmt::format("GLOBAL f64* RESTRICT next_{}, ", i);
    steps += step_of(on.spec.fields[i], i, on);
  }
  for (const std::string& parameter : texts.parameters) of_sites += ", " + parameter;
  const Extent& side = on.lattice.global;
  const bool is_small = side.sites() * on.replicas < u64{1} << 32;
  const auto place = [&](u64 number) { return fmt::format("((PLACE){}ul)", number); };
  return source.define("PLACE", is_small ? "u32" : "u64")
      .define("SIDE_X", place(side.x))
      .define("SIDE_Y", place(side.y))
      .define("SIDE_Z", place(side.z))
      .define("SITES", place(side.sites()))
      .define("SITES_IN_BATCH", fmt::format("((u64){}ul)", side.sites() * on.replicas))
      .define("FIELDS", std::to_string(on.spec.fields.size()))
      .define("CLASSES", std::to_string(on.spec.classes.size()))
      .define("GROUP", "128")
      .define("LINE_SHARE", std::to_string(ImplicitLines::share))
      .define("LINE_FIRST_INFLOW", std::to_string(ImplicitLines::first_inflow))
      .define("LINE_LAST_INFLOW", std::to_string(ImplicitLines::last_inflow))
      .define("LINE_CORNER", std::to_string(ImplicitLines::corner))
      .define("LINE_SCALE", std::to_string(ImplicitLines::scale))
      .define("LINE_HEADER", std::to_string(ImplicitLines::header))
      .define("FIELD_PARAMETERS", buffers)
      .define("SITE_PARAMETERS", of_sites)
      .define("SITE_CLASS", texts.site_class)
      .define("EVALUATE", statements_of(on.spec.sources, texts))
      .define("STEP_FIELDS", steps);
}

}  // namespace morula::fields
