#include "core/formula/syntax.h"

namespace morula::formula {
namespace {

std::string operand(const Syntax& syntax) {
  const bool is_open = syntax.kind == Syntax::Kind::Unary || syntax.kind == Syntax::Kind::Binary ||
                       syntax.kind == Syntax::Kind::If;
  return is_open ? "(" + text_of(syntax) + ")" : text_of(syntax);
}

}  // namespace

std::string text_of(const Syntax& syntax) {
  switch (syntax.kind) {
    case Syntax::Kind::Whole:
    case Syntax::Kind::Real:
    case Syntax::Kind::Name:
      return syntax.text;
    case Syntax::Kind::Unary:
      return syntax.text + (syntax.text == "not" ? " " : "") + operand(syntax.parts[0]);
    case Syntax::Kind::Binary:
      return operand(syntax.parts[0]) + " " + syntax.text + " " + operand(syntax.parts[1]);
    case Syntax::Kind::If:
      return "if " + operand(syntax.parts[0]) + " then " + operand(syntax.parts[1]) + " else " +
             operand(syntax.parts[2]);
    case Syntax::Kind::Call:
      break;
  }
  std::string arguments;
  for (const Syntax& part : syntax.parts) arguments += (arguments.empty() ? "" : ", ") + text_of(part);
  return syntax.text + "(" + arguments + ")";
}

}  // namespace morula::formula
