#include "models/fields/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/fields/field_numbers.h"
#include "models/fields/source_vocabulary.h"
#include "models/formula_reader.h"
#include "models/volume_reader.h"

namespace morula::fields {
namespace {

constexpr double most_diffusion = 1e9, most_rate = 1e9, most_value = 1e15;

using Condition = BoundaryCondition;

// Reads `{value: 1}` or `{flux: 0}`.
Condition read_end(io::Section& section, bool is_signed) {
  const auto which = section.exactly_one({"value", "flux"});
  Condition condition;
  if (!which) return condition;
  condition.kind = *which == "value" ? Condition::Kind::Value : Condition::Kind::Flux;
  condition.number = section.real(*which, -most_value, most_value).value_or(0);
  if (*which == "value" && condition.number < 0 && !is_signed)
    section.problem("value",
                    fmt::format("is {}; must be at least 0, or write signed: true", condition.number));
  return condition;
}

bool is_periodic(const Lattice& lattice, unsigned axis) {
  const Boundaries& ends = lattice.boundary;
  return (axis == 0 ? ends.x : axis == 1 ? ends.y : ends.z) == Boundary::Periodic;
}

void read_axis(io::Section& boundary, const char* name, bool is_wrapped, bool is_signed,
               std::array<Condition, 2>& ends) {
  const io::Value* value = boundary.value(name);
  if (!value) return;
  if (value->kind == io::Value::Kind::Scalar && value->text == "periodic") {
    if (!is_wrapped)
      boundary.problem(name,
                       "is periodic, but the lattice has walls there; write lattice.boundary: periodic, "
                       "or a value or flux here");
    return;
  }
  if (is_wrapped)
    return boundary.problem(
        name, "is an axis along which the lattice is periodic; remove it, or write lattice.boundary: fixed");
  auto axis = boundary.section(name);
  if (!axis) return;
  if (axis->has("from") || axis->has("to")) {
    for (std::size_t end = 0; end < 2; ++end)
      if (auto at_end = axis->section(end == 0 ? "from" : "to")) {
        ends[end] = read_end(*at_end, is_signed);
        at_end->finish();
      }
  } else {
    ends[0] = ends[1] = read_end(*axis, is_signed);
  }
  axis->finish();
}

void read_boundary(io::Section& section, const Lattice& lattice, FieldSpec& field) {
  constexpr std::array axes = {"x", "y", "z"};
  for (unsigned axis = 0; axis < 3; ++axis)
    if (axis < lattice.dimensions && is_periodic(lattice, axis))
      field.boundary[axis].fill({Condition::Kind::Periodic, 0});
  auto boundary = section.section("boundary");
  if (!boundary) return;
  for (unsigned axis = 0; axis < lattice.dimensions; ++axis)
    read_axis(*boundary, axes[axis], is_periodic(lattice, axis), field.is_signed, field.boundary[axis]);
  boundary->finish();
}

// Compiles all sources into a program. After an error it continues, to find errors in other formulas.
class SourceReader {
 public:
  SourceReader(const FieldsSpec& spec, const Lattice& lattice)
      : vocabulary_(spec, lattice, FormulaUse::Source), compiler_(program_) {}

  void read(io::Section& section, FieldSpec& field) {
    const auto written = read_formula(section, "source");
    if (!written) return;
    field.has_source = true;
    field.source = static_cast<unsigned>(program_.results.size());
    try {
      program_.results.push_back(
          compiler_.to_real(compiler_.compile(written->formula_text(), vocabulary_.vocabulary()))
              .instruction);
    } catch (const formula::FormulaError& error) {
      note_problem(*written, error, section.problems());
    }
  }
  SiteProgram take() { return vocabulary_.complete(std::move(program_)); }

 private:
  SourceVocabulary vocabulary_;
  formula::Program program_;
  formula::Compiler compiler_;
};

// Data needed to read the formulas and files of fields.
struct FieldContext {
  const Lattice& lattice;
  const InputFolder& folder;
  const FieldsSpec& fields;
  Spec& spec;
};

void read_initial_formula(const WrittenFormula& written, const FieldContext& context, io::Problems& problems,
                          FieldSpec& field) {
  SourceVocabulary vocabulary(context.fields, context.lattice, FormulaUse::Initial);
  formula::Program program;
  try {
    formula::Compiler compiler(program);
    program.results = {
        compiler.to_real(compiler.compile(written.formula_text(), vocabulary.vocabulary())).instruction};
  } catch (const formula::FormulaError& error) {
    return note_problem(written, error, problems);
  }
  field.initial = std::make_shared<const SiteProgram>(vocabulary.complete(std::move(program)));
}

// Reads values from a file or from another run, and checks that a field can have them.
void read_values_of_sites(io::Section& section, const FieldContext& context, FieldSpec& field) {
  auto reals = read_lattice_reals(section, context.folder, context.lattice, field.name, context.spec);
  if (!reals) return;
  const auto wrong = std::ranges::find_if(
      reals->values, [&](double value) { return !std::isfinite(value) || (value < 0 && !field.is_signed); });
  if (wrong != reals->values.end()) {
    const Site at = context.lattice.site_at(static_cast<Index>(wrong - reals->values.begin()));
    return section.problem(
        section.has("file") ? "file" : "run",
        fmt::format("holds {} at [{}, {}{}]; must be {}", *wrong, at.x, at.y,
                    context.lattice.dimensions == 3 ? fmt::format(", {}", at.z) : "",
                    std::isfinite(*wrong) ? "at least 0, or write signed: true" : "a finite number"));
  }
  field.initial = std::make_shared<const io::Reals>(*std::move(reals));
}

// Reads `file` of the field itself, which then does not change.
void read_constant_field(io::Section& section, const FieldContext& context, FieldSpec& field) {
  for (const char* key : {"initial", "diffusion", "decay", "source", "boundary"})
    if (section.has(key)) {
      section.allow(key);
      section.problem(key,
                      "belongs to a field that changes, and a field with 'file' does not; write initial: "
                      "{file: …} instead, or remove this key");
    }
  read_values_of_sites(section, context, field);
}

// Reads `initial`: a number, a formula, a file or another run.
void read_initial(io::Section& section, const FieldContext& context, FieldSpec& field) {
  if (section.has("file")) return read_constant_field(section, context, field);
  if (const io::Value* value = section.find("initial"); value && value->kind == io::Value::Kind::Map) {
    auto initial = *section.section("initial");
    read_values_of_sites(initial, context, field);
    return initial.finish();
  }
  const auto written = read_formula(section, "initial");
  if (!written) return;
  const auto number = io::parse_real(written->text);
  if (!number) return read_initial_formula(*written, context, section.problems(), field);
  field.initial = *number;
  if (*number < 0 && !field.is_signed)
    section.problem("initial", fmt::format("is {}; must be at least 0, or write signed: true", *number));
}

// Adds a note if a value beyond a wall has no effect, because it can enter only by diffusion.
void note_idle_boundary(const io::Section& keys, const FieldSpec& field, Spec& spec) {
  const bool has_value = std::ranges::any_of(field.boundary, [](const auto& ends) {
    return std::ranges::any_of(ends, [](const Condition& end) { return end.kind == Condition::Kind::Value; });
  });
  if (has_value && field.diffusion == 0)
    spec.notes.push_back(
        fmt::format("{}: a value has no effect without diffusion; write a diffusion above 0, or a flux",
                    keys.path_of("boundary")));
}

// Reads the solver or chooses one, and returns the number of sub-steps that the field needs.
u32 read_solver(io::Section& section, unsigned dimensions, FieldSpec& field) {
  const auto solver = section.choice("solver", {"explicit", "implicit"});
  const auto written = section.whole("sub_steps", 1, most_sub_steps);
  const double needed = explicit_sub_steps(field.diffusion, field.decay, dimensions);
  const bool is_explicit =
      solver    ? *solver == "explicit"
      : written ? is_stable(field.diffusion, field.decay, dimensions, static_cast<u32>(*written))
                : needed <= most_explicit_sub_steps;
  field.solver = is_explicit ? Solver::Explicit : Solver::Implicit;
  if (!is_explicit) return static_cast<u32>(written.value_or(1));
  if (!written && needed > most_sub_steps)
    section.problem("solver", fmt::format("is explicit, which needs {} sub-steps here; at most {} are made: "
                                          "write solver: implicit, or a smaller diffusion",
                                          needed, most_sub_steps));
  if (written && !is_stable(field.diffusion, field.decay, dimensions, static_cast<u32>(*written)))
    section.problem(
        "sub_steps",
        fmt::format("is {}; with this diffusion and decay, explicit steps are unstable below {} "
                    "sub-steps: write {} or more, or solver: implicit",
                    *written, std::ceil((4 * dimensions * field.diffusion + field.decay) / 2), needed));
  return static_cast<u32>(written.value_or(static_cast<u64>(std::min<double>(needed, most_sub_steps))));
}

// Reads the names of all fields before any source, since every source may use them.
void read_names(io::Section& section, const std::map<std::string, std::string>& names_in_use,
                FieldsSpec& spec) {
  auto fields = section.section("fields");
  for (const io::Entry& entry : section.find("fields")->entries) {
    std::string wrong = wrong_with_field_name(entry.key);
    if (const auto found = names_in_use.find(entry.key); wrong.empty() && found != names_in_use.end())
      wrong = fmt::format("is the name of {}; choose another name", found->second);
    if (!wrong.empty()) section.problems().add(entry.key_place, fields->path_of(entry.key), wrong);
    spec.fields.push_back({.name = entry.key});
  }
  if (spec.fields.empty() || spec.fields.size() > most_fields)
    section.problem("fields",
                    fmt::format("has {} fields; must be from 1 to {}", spec.fields.size(), most_fields));
}

}  // namespace

void read_fields(io::Section& section, const Lattice& lattice, const InputFolder& folder,
                 const std::map<std::string, std::string>& names_in_use, FieldsSpec& fields, Spec& spec) {
  auto listed = section.section("fields");
  if (!listed) return;
  read_names(section, names_in_use, fields);
  SourceReader sources(fields, lattice);
  for (FieldSpec& field : fields.fields) {
    auto keys = listed->section(field.name);
    if (!keys) continue;
    field.diffusion = keys->real("diffusion", 0, most_diffusion).value_or(0);
    field.decay = keys->real("decay", 0, most_rate).value_or(0);
    field.is_signed = keys->choice("signed", {"false", "true"}) == "true";
    read_boundary(*keys, lattice, field);
    sources.read(*keys, field);
    read_initial(*keys, {lattice, folder, fields, spec}, field);
    fields.sub_steps = std::max(fields.sub_steps, read_solver(*keys, lattice.dimensions, field));
    note_idle_boundary(*keys, field, spec);
    keys->finish();
    if (field.changes()) spec.chosen[field.name + "_implicit"] = u64{field.solver == Solver::Implicit};
  }
  listed->finish();
  if (!section.problems().empty()) return;
  fields.sources = sources.take();
  spec.chosen["field_sub_steps"] = u64{fields.sub_steps};
}

}  // namespace morula::fields
