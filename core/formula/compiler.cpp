#include "core/formula/compiler.h"

#include <bit>
#include <charconv>
#include <vector>

#include "core/nearest.h"

namespace morula::formula {

class Compiler::At : Changed<Place> {
 public:
  At(Compiler& compiler, const Place& place) : Changed(compiler.place_, place) {}
};

namespace {

std::int64_t whole_number(const Syntax& syntax) {
  std::int64_t number = 0;
  const char* const end = syntax.text.data() + syntax.text.size();
  if (std::from_chars(syntax.text.data(), end, number).ec != std::errc{})
    throw FormulaError(syntax.place, "'" + syntax.text + "' is beyond the whole numbers of 64 bits; write " +
                                         syntax.text + ".0 for a real number");
  return number;
}

double real_number(const Syntax& syntax) {
  double number = 0;
  const char* const end = syntax.text.data() + syntax.text.size();
  if (std::from_chars(syntax.text.data(), end, number).ec != std::errc{})
    throw FormulaError(syntax.place, "'" + syntax.text + "' is beyond the real numbers of double precision");
  return number;
}

std::vector<std::string> names_in(const Vocabulary& vocabulary) {
  std::vector<std::string> names;
  for (const auto& [name, meaning] : vocabulary.values) names.push_back(name);
  return names;
}

std::vector<std::string> functions_in(const Vocabulary& vocabulary) {
  std::vector<std::string> names;
  for (const auto& [name, function] : vocabulary.functions) names.push_back(name);
  for (const auto& [name, function] : common_functions()) names.push_back(name);
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const auto found = nearest(word, known);
  return found ? "; did you mean '" + *found + "'?" : "";
}

// Lists the known names, if none of them is similar to the unknown word.
std::string known_instead(const std::string& word, const std::vector<std::string>& known) {
  std::string list = did_you_mean(word, known);
  if (!list.empty() || known.empty()) return list;
  for (const std::string& name : known) list += (list.empty() ? "; the names here are " : ", ") + name;
  return list;
}

}  // namespace

Syntax Compiler::parsed(FormulaText formula) {
  Syntax syntax = parse(formula.text);
  formula_ = static_cast<std::uint32_t>(program_.formulas.size());
  program_.formulas.push_back(std::move(formula));
  return syntax;
}

Value Compiler::compile(FormulaText formula, const Vocabulary& vocabulary) {
  return compile(parsed(std::move(formula)), vocabulary);
}

Value Compiler::compile_truth(FormulaText formula, const Vocabulary& vocabulary, const std::string& whose) {
  const Syntax syntax = parsed(std::move(formula));
  const Changed<const Vocabulary*> changed(vocabulary_, &vocabulary);
  return truth(syntax, whose);
}

Value Compiler::compile_whole(FormulaText formula, const Vocabulary& vocabulary, const std::string& whose) {
  const Syntax syntax = parsed(std::move(formula));
  const Changed<const Vocabulary*> changed(vocabulary_, &vocabulary);
  return whole(syntax, whose);
}

Value Compiler::compile(const Syntax& syntax, const Vocabulary& vocabulary) {
  const Changed<const Vocabulary*> changed(vocabulary_, &vocabulary);
  return compile(syntax);
}

Value Compiler::compile(const Syntax& syntax) {
  const At at(*this, syntax.place);
  switch (syntax.kind) {
    case Syntax::Kind::Whole:
      return constant_whole(whole_number(syntax));
    case Syntax::Kind::Real:
      return constant_real(real_number(syntax));
    case Syntax::Kind::Name:
      return name(syntax);
    case Syntax::Kind::Call:
      return call(syntax);
    case Syntax::Kind::Unary:
      return syntax.text == "not" ? logic_not(truth(syntax.parts[0], "'not'"))
                                  : negate(compile(syntax.parts[0]));
    case Syntax::Kind::Binary:
      return binary(syntax);
    case Syntax::Kind::If:
      break;
  }
  return conditional(syntax);
}

Value Compiler::truth(const Syntax& syntax, const std::string& whose) {
  const Value value = compile(syntax);
  if (value.type != Type::Truth)
    throw FormulaError(syntax.place, whose + " needs a truth value, not " + to_string(value.type) +
                                         "; compare it, as in x > 0");
  return value;
}

Value Compiler::whole(const Syntax& syntax, const std::string& whose) {
  const Value value = compile(syntax);
  if (value.type == Type::Real)
    throw FormulaError(syntax.place,
                       whose + " needs a whole number, not a real one; write floor(…), ceil(…) or round(…)");
  return value;
}

Value Compiler::real(const Syntax& syntax) { return to_real(compile(syntax)); }

Value Compiler::name(const Syntax& syntax) {
  if (syntax.text == "true" || syntax.text == "false") return constant_truth(syntax.text == "true");
  const auto found = vocabulary_->values.find(syntax.text);
  if (found != vocabulary_->values.end()) {
    if (const auto* value = std::get_if<Value>(&found->second)) return *value;
    if (const auto* named = std::get_if<NamedInput>(&found->second)) return input(*named);
    const auto& constant = std::get<NamedConstant>(found->second);
    if (constant.type == Type::Real) return constant_real(std::bit_cast<double>(constant.bits));
    if (constant.type == Type::Truth) return constant_truth(constant.bits != 0);
    return constant_whole(static_cast<std::int64_t>(constant.bits));
  }
  if (const auto refused = vocabulary_->refused.find(syntax.text); refused != vocabulary_->refused.end())
    fail(refused->second);
  const std::vector<std::string> functions = functions_in(*vocabulary_);
  for (const std::string& function : functions)
    if (function == syntax.text) fail("'" + syntax.text + "' is a function; write " + syntax.text + "(…)");
  fail("'" + syntax.text + "' is not a name that is known here" +
       known_instead(syntax.text, names_in(*vocabulary_)));
}

Value Compiler::call(const Syntax& syntax) {
  if (const auto refused = vocabulary_->refused.find(syntax.text); refused != vocabulary_->refused.end())
    fail(refused->second);
  if (const auto found = vocabulary_->functions.find(syntax.text); found != vocabulary_->functions.end())
    return found->second.compile(*this, syntax);
  if (const auto found = common_functions().find(syntax.text); found != common_functions().end())
    return found->second.compile(*this, syntax);
  if (vocabulary_->values.contains(syntax.text))
    fail("'" + syntax.text + "' is not a function; write " + syntax.text + " * (…) for a product");
  fail("'" + syntax.text + "' is not a function that is known here" +
       did_you_mean(syntax.text, functions_in(*vocabulary_)));
}

Value Compiler::conditional(const Syntax& syntax) {
  const Value condition = truth(syntax.parts[0], "'if'");
  const Value consequence = where(condition, [&] { return compile(syntax.parts[1]); });
  const Value alternative = unless(condition, [&] { return compile(syntax.parts[2]); });
  return select(condition, consequence, alternative);
}

Value Compiler::binary(const Syntax& syntax) {
  const std::string& sign = syntax.text;
  if (sign == "and" || sign == "or") {
    const Value first = truth(syntax.parts[0], "'" + sign + "'");
    const auto compile_second = [&] { return truth(syntax.parts[1], "'" + sign + "'"); };
    if (sign == "and") return logic(Operation::And, first, where(first, compile_second));
    return logic(Operation::Or, first, unless(first, compile_second));
  }
  if (sign == "//" || sign == "%") {
    const Value first = whole(syntax.parts[0], "'" + sign + "'"),
                second = whole(syntax.parts[1], "'" + sign + "'");
    return sign == "%" ? modulo(first, second) : floor_divide(first, second);
  }
  const Value first = compile(syntax.parts[0]), second = compile(syntax.parts[1]);
  if (sign == "+") return add(first, second);
  if (sign == "-") return subtract(first, second);
  if (sign == "*") return multiply(first, second);
  if (sign == "/") return divide(first, second);
  if (sign == "^") return power(first, second);
  return compare(sign, first, second);
}

std::string wrong_with_name(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool is_word = !name.empty() && is_letter(name.front());
  for (const char c : name) is_word = is_word && (is_letter(c) || (c >= '0' && c <= '9'));
  if (!is_word) return "must be letters, digits and _, and begin with a letter";
  if (is_reserved(name) || common_functions().contains(name))
    return "is a word of formulas; choose another name";
  return "";
}

}  // namespace morula::formula
