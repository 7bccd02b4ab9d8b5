#include "models/fields/source_vocabulary.h"

#include <fmt/format.h>

#include "core/stream.h"
#include "models/sites/site_vocabulary.h"

namespace morula::fields {

using formula::Compiler;
using formula::NamedConstant;
using formula::NamedInput;
using formula::Syntax;
using formula::Type;
using formula::Value;

std::string wrong_with_field_name(const std::string& name) {
  return name == "type" ? "is a word of formulas; choose another name"
                        : SiteVocabulary::wrong_with_name(name);
}

SourceVocabulary::SourceVocabulary(const FieldsSpec& spec, const Lattice& lattice, FormulaUse use) {
  add_sites(spec, lattice);
  add_fields(spec, use);
  for (unsigned i = 0; i < spec.parameters.size(); ++i)
    add(spec.parameters[i].name, {FieldInput::Kind::Parameter, i},
        {{spec.parameters[i].name, spec.parameters[i].type}});
  if (use == FormulaUse::Initial) add_draws();
}

void SourceVocabulary::add(const std::string& name, FieldInput input, NamedInput named) {
  inputs_[name] = input;
  names_.values[name] = std::move(named);
}

void SourceVocabulary::add_fields(const FieldsSpec& spec, FormulaUse use) {
  for (unsigned i = 0; i < spec.fields.size(); ++i) {
    const std::string& name = spec.fields[i].name;
    if (use == FormulaUse::Source)
      add(name, {FieldInput::Kind::Field, i}, {{name, Type::Real}});
    else
      names_.refused[name] = fmt::format("'{}' has no value yet where initial values are computed", name);
  }
  if (use == FormulaUse::Source) {
    NamedInput step{{"step", Type::Whole}};
    step.least = 0;
    step.greatest = static_cast<std::int64_t>(largest_when);
    add("step", {FieldInput::Kind::Step}, step);
    for (const char* word : {"chance", "uniform"})
      names_.refused[word] =
          fmt::format("'{}' is for initial values; a source cannot use random numbers", word);
  } else {
    names_.refused["step"] = "'step' is for sources; initial values are those of step 0";
  }
}

void SourceVocabulary::add_sites(const FieldsSpec& spec, const Lattice& lattice) {
  const auto whole = [&](const char* name, FieldInput::Kind kind, std::int64_t greatest) {
    NamedInput input{{name, Type::Whole}};
    input.least = 0;
    input.greatest = greatest;
    add(name, {kind}, input);
  };
  const auto side = [](Index extent) { return static_cast<std::int64_t>(extent) - 1; };
  whole("x", FieldInput::Kind::X, side(lattice.global.x));
  whole("y", FieldInput::Kind::Y, side(lattice.global.y));
  if (lattice.dimensions == 3)
    whole("z", FieldInput::Kind::Z, side(lattice.global.z));
  else
    names_.refused["z"] = "'z' is for lattices in three dimensions; this one has two";
  whole(spec.class_name.c_str(), FieldInput::Kind::Class, static_cast<std::int64_t>(spec.classes.size()) - 1);
  for (std::size_t i = 0; i < spec.classes.size(); ++i)
    names_.values[spec.classes[i]] = NamedConstant{Type::Whole, i};
  for (unsigned i = 0; i < spec.quantities.size(); ++i)
    add(spec.quantities[i].name, {FieldInput::Kind::Quantity, i},
        {{spec.quantities[i].name, spec.quantities[i].type}});
}

Value SourceVocabulary::word(Compiler& compiler) {
  NamedInput input{{fmt::format("draw {}", draws_), Type::Whole}};
  input.least = 0;
  input.greatest = 0xFFFFFFFF;
  inputs_[input.input.name] = {FieldInput::Kind::Word, draws_++};
  return compiler.input(input);
}

void SourceVocabulary::add_draws() {
  names_.functions["chance"] = {
      "chance(p)", [this](Compiler& compiler, const Syntax& call) {
        if (call.parts.size() != 1) compiler.fail("'chance' takes 1 argument; write chance(p)");
        const Value drawn = word(compiler), probability = compiler.compile(call.parts.front());
        if (probability.type == Type::Truth)
          throw formula::FormulaError(call.parts.front().place,
                                      "'chance' needs a number between 0 and 1, not a truth value");
        return compiler.compare("<", drawn, compiler.chance_threshold(probability));
      }};
  names_.functions["uniform"] = {"uniform()", [this](Compiler& compiler, const Syntax& call) {
                                   if (!call.parts.empty())
                                     compiler.fail("'uniform' takes no arguments; write uniform()");
                                   Value value =
                                       compiler.multiply(word(compiler), compiler.constant_real(0x1p-32));
                                   value.is_finite = true;
                                   return value;
                                 }};
}

SiteProgram SourceVocabulary::complete(formula::Program program) const {
  formula::drop_unused(program);
  formula::drop_unused_inputs(program);
  SiteProgram completed;
  std::vector<bool> is_uniform;
  for (const formula::InputValue& input : program.inputs) {
    completed.inputs.push_back(inputs_.at(input.name));
    is_uniform.push_back(completed.inputs.back().is_uniform());
  }
  completed.program = formula::split(std::move(program), std::move(is_uniform));
  return completed;
}

}  // namespace morula::fields
