// The output of `morula check --explain` for the formulas of a tissue: fields, properties and life.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <set>

#include "core/counted.h"
#include "core/formula/syntax.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {
namespace {

// Lists the formulas of a program as they were understood, and the names that they read. Random numbers are
// only counted.
class Explanation {
 public:
  void add(const formula::Program& program, const std::string& reader) {
    if (program.formulas.empty()) return;
    for (const formula::FormulaText& formula : program.formulas)
      lines_.push_back(fmt::format("{}: {}", formula.key, text_of(formula::parse(formula.text))));
    add_inputs(program, reader);
  }
  void add_line(std::string line) { lines_.push_back(std::move(line)); }
  std::vector<std::string> take() { return std::move(lines_); }
  void add_inputs(const formula::Program& program, const std::string& reader) {
    std::set<std::string> names;
    for (const formula::InputValue& input : program.inputs)
      if (!input.name.empty()) names.insert(input.name);
    lines_.push_back(fmt::format("  {} reads: {}", reader,
                                 names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "))));
  }

 private:
  std::vector<std::string> lines_;
};

std::string parameter_line(const RuleParameter& parameter) {
  return parameter.type == formula::Type::Real
             ? fmt::format("parameter {} = {} (real)", parameter.name, std::bit_cast<double>(parameter.bits))
             : fmt::format("parameter {} = {} (whole)", parameter.name, static_cast<i64>(parameter.bits));
}

void explain_fields(const fields::FieldsSpec& spec, Explanation& explanation) {
  for (const fields::FieldSpec& field : spec.fields)
    if (const auto* program = std::get_if<std::shared_ptr<const fields::SiteProgram>>(&field.initial))
      explanation.add((*program)->program.whole, "a site");
  explanation.add(spec.sources.program.whole, "a site");
  for (const fields::FieldSpec& field : spec.fields)
    explanation.add_line(!field.changes()
                             ? fmt::format("field {}: does not change", field.name)
                             : fmt::format("field {}: {}, {}", field.name,
                                           field.solver == fields::Solver::Implicit ? "implicit" : "explicit",
                                           counted(spec.sub_steps, "sub-step")));
}

}  // namespace

std::vector<std::string> PottsSpec::explanation() const {
  Explanation explanation;
  for (const RuleParameter& parameter : fields.parameters) explanation.add_line(parameter_line(parameter));
  explain_fields(fields, explanation);
  for (const Property& property : properties.properties)
    if (const auto* program = std::get_if<std::shared_ptr<const CellProgram>>(&property.initial))
      explanation.add((*program)->program, "a cell");
  explanation.add(properties.rates.program, "a cell");
  explanation.add(properties.nexts.program, "a cell");
  for (const TypeLife& of_type : life.of_types) {
    explanation.add(of_type.rules.program, "a cell");
    if (!of_type.shares.is_empty()) explanation.add_inputs(of_type.shares.program, "a cell that divides");
  }
  return explanation.take();
}

}  // namespace morula::potts
