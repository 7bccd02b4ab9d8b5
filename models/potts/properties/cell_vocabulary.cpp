#include "models/potts/properties/cell_vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "core/stream.h"

namespace morula::potts {

using formula::Compiler;
using formula::FormulaError;
using formula::NamedConstant;
using formula::NamedInput;
using formula::Syntax;
using formula::Type;
using formula::Value;

const std::vector<std::string>& words_of_cells() {
  static const std::vector<std::string> words = {"type",   "volume",  "surface", "age",        "step",
                                                 "mean",   "sum",     "contact", "neighbours", "around",
                                                 "chance", "uniform", "length"};
  return words;
}

const std::vector<std::string>& columns_of_tables() {
  static const std::vector<std::string> columns = {"x",  "y",  "z",      "dx",   "dy",
                                                   "dz", "id", "mother", "cell", "replica"};
  return columns;
}

CellVocabulary::CellVocabulary(const NamesOfCells& names, CellFormula use) : names_(names) {
  add_whole("type", Kind::Type, static_cast<i64>(names.types.size()) - 1);
  for (std::size_t type = 0; type < names.types.size(); ++type)
    vocabulary_.values[names.types[type]] = NamedConstant{Type::Whole, type};
  for (unsigned i = 0; i < names.parameters.size(); ++i) {
    const RuleParameter& parameter = names.parameters[i];
    inputs_[parameter.name] = {Kind::Parameter, i};
    vocabulary_.values[parameter.name] = NamedInput{{parameter.name, parameter.type}};
  }
  add_cells(use);
  if (use == CellFormula::Rate)
    refuse({"chance", "uniform"}, "'{}' is for initial and next; a rate cannot use random numbers");
  else
    add_draws();
}

void CellVocabulary::refuse(const std::vector<std::string>& words, const std::string& why) {
  for (const std::string& word : words) vocabulary_.refused[word] = fmt::format(fmt::runtime(why), word);
}

void CellVocabulary::add_cells(CellFormula use) {
  if (use == CellFormula::Initial) {
    const std::string why =
        "'{}' is for rate and next; an initial value can use type, parameters, chance() and uniform()";
    refuse({"volume", "surface", "age", "step", "mean", "sum", "contact", "neighbours", "around"}, why);
    refuse(names_.properties, why);
    return refuse(names_.fields, why);
  }
  constexpr i64 most = 0x7FFFFFFF;
  add_whole("volume", Kind::Volume, most);
  add_whole("surface", Kind::Surface, most);
  add_whole("age", Kind::Age, 0xFFFFFFFF);
  add_whole("step", Kind::Step, static_cast<i64>(largest_when));
  for (unsigned i = 0; i < names_.properties.size(); ++i) {
    inputs_[names_.properties[i]] = {Kind::Property, i};
    vocabulary_.values[names_.properties[i]] = NamedInput{{names_.properties[i], Type::Real}};
  }
  if (use == CellFormula::Life) {
    refuse({"target_volume"},
           "'{}' needs a type with potts.life.TYPE.target.volume, or with a die that has shrink");
    refuse({"target_surface"}, "'{}' needs a type with potts.life.TYPE.target.surface");
  }
  for (unsigned i = 0; i < names_.targets.size(); ++i)
    if (!names_.targets[i].empty()) {
      inputs_[names_.targets[i]] = {Kind::Target, i};
      vocabulary_.values[names_.targets[i]] = NamedInput{{names_.targets[i], Type::Real}};
    }
  refuse(names_.fields, "'{0}' has a value at every site; write mean({0}) or sum({0})");
  add_function("mean", "FIELD", "potts.fields", names_.fields, Kind::MeanOfField, Type::Real);
  add_function("sum", "FIELD", "potts.fields", names_.fields, Kind::SumOfField, Type::Real);
  add_function("contact", "TYPE", "potts.types", names_.types, Kind::Contact, Type::Whole);
  add_function("neighbours", "TYPE", "potts.types", names_.types, Kind::Neighbours, Type::Whole);
  add_function("around", "PROPERTY", "potts.properties", names_.properties, Kind::Around, Type::Real);
}

NamedInput CellVocabulary::named(const std::string& name, CellInput input, Type type, i64 greatest) {
  inputs_[name] = input;
  NamedInput named{{name, type}};
  if (type != Type::Real) named.least = 0, named.greatest = greatest;
  return named;
}

void CellVocabulary::add_whole(const std::string& name, CellInput::Kind kind, i64 greatest) {
  vocabulary_.values[name] = named(name, {kind, 0}, Type::Whole, greatest);
}

void CellVocabulary::add_function(const std::string& name, const std::string& of, const std::string& section,
                                  const std::vector<std::string>& list, CellInput::Kind kind, Type type) {
  const std::string usage = fmt::format("{}({})", name, of);
  vocabulary_.functions[name] = {
      usage, [this, name, usage, of, section, list, kind, type](Compiler& compiler, const Syntax& call) {
        if (call.parts.size() != 1 || call.parts.front().kind != Syntax::Kind::Name)
          compiler.fail(fmt::format("'{}' takes one name; write {}", name, usage));
        const Syntax& part = call.parts.front();
        const auto found = std::ranges::find(list, part.text);
        if (found == list.end())
          throw FormulaError(part.place, list.empty()
                                             ? fmt::format("the model has nothing for {}; add a {} under {}",
                                                           usage, of, section)
                                             : fmt::format("'{}' is not known in {}; {}", part.text, usage,
                                                           must_be_one_of(part.text, list)));
        if (kind == Kind::Neighbours && found == list.begin())
          throw FormulaError(
              part.place, fmt::format("'{}' is the medium, which is not a cell; write contact({})", part.text,
                                      part.text));
        const auto number = static_cast<unsigned>(found - list.begin());
        return compiler.input(
            named(fmt::format("{}({})", name, part.text), {kind, number}, type, 0x7FFFFFFF));
      }};
}

Value CellVocabulary::word(Compiler& compiler) {
  const unsigned occurrence = draws_++;
  return compiler.input(
      named(fmt::format("draw {}", occurrence), {Kind::Word, occurrence}, Type::Whole, 0xFFFFFFFF));
}

void CellVocabulary::add_draws() {
  vocabulary_.functions["chance"] = {
      "chance(p)", [this](Compiler& compiler, const Syntax& call) {
        if (call.parts.size() != 1) compiler.fail("'chance' takes 1 argument; write chance(p)");
        const Value drawn = word(compiler), probability = compiler.compile(call.parts.front());
        if (probability.type == Type::Truth)
          throw FormulaError(call.parts.front().place,
                             "'chance' needs a number between 0 and 1, not a truth value");
        return compiler.compare("<", drawn, compiler.chance_threshold(probability));
      }};
  vocabulary_.functions["uniform"] = {"uniform()", [this](Compiler& compiler, const Syntax& call) {
                                        if (!call.parts.empty())
                                          compiler.fail("'uniform' takes no arguments; write uniform()");
                                        Value value = compiler.multiply(word(compiler),
                                                                        compiler.constant_real(0x1p-32));
                                        value.is_finite = true;
                                        return value;
                                      }};
}

CellProgram CellVocabulary::complete(formula::Program program) const {
  formula::drop_unused(program);
  formula::drop_unused_inputs(program);
  CellProgram completed;
  for (const formula::InputValue& input : program.inputs) completed.inputs.push_back(inputs_.at(input.name));
  completed.program = std::move(program);
  return completed;
}

}  // namespace morula::potts
