#include "models/membrane/read/rule_parser.h"

#include <fmt/format.h>

#include <charconv>

namespace morula::membrane {
namespace {

constexpr int deepest = 500;           // nested brackets; the parser is recursive, and its stack is limited
constexpr int most_operations = 2000;  // in an expression: 1 + 1 + ... is a tree as deep as it is long

struct Deeper {
  explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  int& depth_;
};

Expression operation(char sign, Expression a, Expression b, At at) {
  Expression e;
  e.operation = sign;
  e.at = at;
  e.of.push_back(std::move(a));
  e.of.push_back(std::move(b));
  return e;
}

}  // namespace

const Token& RuleParser::token(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token RuleParser::next() {
  const Token& current = token();
  if (at_ + 1 < tokens_.size()) ++at_;
  return current;
}

bool RuleParser::take(std::string_view mark) {
  if (!next_is(mark)) return false;
  next();
  return true;
}

void RuleParser::fail(const std::string& what) const { throw Complaint{token().at, what}; }

void RuleParser::expect(std::string_view mark, const std::string& what) {
  if (!take(mark)) fail(fmt::format("found {}; {}", quoted(token()), what));
}

std::string RuleParser::name(const std::string& what) {
  if (token().kind != TokenKind::Name) fail(fmt::format("found {}; {}", quoted(token()), what));
  return next().text;
}

Expression RuleParser::expression() {
  const Deeper deeper(depth_), within(expressions_);
  if (expressions_ == 1) operations_ = 0;
  if (depth_ > deepest) fail("this expression is nested too deeply");
  return sum();
}

Token RuleParser::next_operation() {
  if (++operations_ > most_operations) fail("this expression is too long");
  return next();
}

Expression RuleParser::sum() {
  Expression value = product();
  // b -[]'h: the sign is the charge of the following membrane.
  while ((next_is("+") || next_is("-")) && !token(1).is("[")) {
    const Token sign = next_operation();
    value = operation(sign.text[0], std::move(value), product(), sign.at);
  }
  return value;
}

Expression RuleParser::product() {
  Expression value = power();
  while (next_is("*") || next_is("/") || next_is("%")) {
    const Token sign = next_operation();
    value = operation(sign.text[0], std::move(value), power(), sign.at);
  }
  return value;
}

Expression RuleParser::power() {
  const Deeper deeper(depth_);
  if (depth_ > deepest) fail("this expression is nested too deeply");
  if (next_is("-") || next_is("+")) {
    const Token sign = next();
    Expression of = power();
    if (sign.is("+")) return of;
    Expression negated;
    negated.operation = 'n';
    negated.at = sign.at;
    negated.of.push_back(std::move(of));
    return negated;
  }
  Expression base = operand();
  if (!next_is("^")) return base;
  const Token sign = next();
  return operation('^', std::move(base), power(), sign.at);
}

Expression RuleParser::operand() {
  Expression e;
  e.at = token().at;
  if (take("(")) {
    e = expression();
    expect(")", "a ')' is missing");
    return e;
  }
  if (token().kind == TokenKind::Name) {
    e.operation = 'v';
    e.name = next().text;
    return e;
  }
  if (token().kind != TokenKind::Number)
    fail(fmt::format("found {}; a number, a parameter or an iterator is expected here", quoted(token())));
  const std::string digits = token().text;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), e.number).ec != std::errc())
    fail(fmt::format("{} is too large; numbers go up to 9223372036854775807", digits));
  next();
  return e;
}

// Skips to the '}' after a mistake: otherwise this '}' would be taken for the end of a block.
template <class Read>
void RuleParser::within_braces(const Read& read, const std::string& missing) {
  try {
    read();
    expect("}", missing);
  } catch (const Complaint&) {
    while (token().kind != TokenKind::End && !next_is(";") && !next_is("}")) next();
    take("}");
    throw;
  }
}

bool RuleParser::bracket_ahead() const {
  return next_is("[") || ((next_is("+") || next_is("-")) && token(1).is("["));
}

Charge RuleParser::charge() {
  if (take("+")) return Positive;
  return take("-") ? Negative : Neutral;
}

LabelText RuleParser::label() {
  LabelText label;
  label.at = token().at;
  if (take("{")) {
    within_braces([&] { label.expression = expression(); }, "the label's '}' is missing");
  } else if (token().kind == TokenKind::Name || token().kind == TokenKind::Number) {
    label.name = next().text;
  } else {
    fail(fmt::format("found {}; a label is a name, a number or an {{expression}}", quoted(token())));
  }
  return label;
}

MembraneText RuleParser::membrane() {
  const Deeper deeper(depth_);
  if (depth_ > deepest) fail("membranes are nested too deeply");
  MembraneText membrane;
  membrane.charge = charge();
  expect("[", "a membrane is expected here, such as []'1");
  while (bracket_ahead()) membrane.children.push_back(this->membrane());
  expect("]", "a membrane or ']' is expected here; objects belong to @ms");
  expect("'", "the membrane's label is missing, as in []'1");
  membrane.label = label();
  return membrane;
}

ObjectText RuleParser::object() {
  if (token().kind == TokenKind::Keyword && token().text == "d")
    fail("'@d' dissolves in the model 'transition'; write [a]'h --> b; instead");
  ObjectText object;
  object.at = token().at;
  object.name = name("an object is expected here");
  if (take("{"))
    within_braces(
        [&] {
          do object.indices.push_back(expression());
          while (take(","));
        },
        "the '}' of the object's indices is missing");
  if (take("*")) object.count = expression();
  return object;
}

MultisetText RuleParser::multiset() {
  MultisetText multiset;
  if (take("#")) return multiset;
  do multiset.push_back(object());
  while (take(","));
  return multiset;
}

void RuleParser::refuse_inner_membrane() const {
  if (bracket_ahead())
    fail("rules with a membrane inside another one belong to the model 'transition', which is not supported");
}

RuleText RuleParser::rule() {
  if (!bracket_ahead()) return send_in(multiset());
  const Charge charge = this->charge();
  expect("[", "a rule is expected here");
  refuse_inner_membrane();
  if (next_is("]"))
    fail(
        "this rule takes no object: write the object inside, [a]'h --> …, or before the membrane, "
        "a []'h --> [b]");
  MultisetText left = multiset();
  refuse_inner_membrane();
  if (next_is("-->")) return evolution(charge, std::move(left));
  return from_inside(charge, std::move(left));
}

RuleText RuleParser::evolution(Charge charge, MultisetText left) {
  RuleText rule;
  rule.kind = Kind::Evolution;
  rule.charge = charge;
  rule.left = std::move(left);
  next();
  if (!next_is("]") && !bracket_ahead()) rule.right = multiset();
  refuse_inner_membrane();
  expect("]", "the rule's ']' is missing");
  expect("'", "the membrane's label is missing, as in [a --> b]'1");
  rule.label = label();
  return rule;
}

RuleParser::RightSide RuleParser::right_side() {
  RightSide side;
  while (!next_is(";") && !next_is(":")) {
    if (!bracket_ahead()) {
      const MultisetText objects = multiset();
      side.outside.insert(side.outside.end(), objects.begin(), objects.end());
      continue;
    }
    Bracket bracket;
    bracket.at = token().at;
    bracket.charge = charge();
    next();
    refuse_inner_membrane();
    if (!next_is("]")) bracket.contents = multiset();
    expect("]", "the membrane's ']' is missing");
    if (take("'")) bracket.label = label();
    side.brackets.push_back(std::move(bracket));
  }
  return side;
}

RuleText RuleParser::from_inside(Charge charge, MultisetText left) {
  RuleText rule;
  rule.charge = charge;
  rule.left = std::move(left);
  expect("]", "an arrow or ']' is expected here");
  expect("'", "the membrane's label is missing, as in [a]'1 --> b");
  rule.label = label();
  expect("-->", "the rule's arrow, '-->', is missing");
  const At at = token().at;
  RightSide side = right_side();
  std::vector<Bracket>& after = side.brackets;
  for (const Bracket& bracket : after)
    if (bracket.label) rule.labels_after.push_back(*bracket.label);
  if (after.empty()) {
    rule.kind = Kind::Dissolution;
    rule.right = std::move(side.outside);
  } else if (after.size() == 1) {
    rule.kind = Kind::SendOut;
    if (!after[0].contents.empty())
      throw Complaint{after[0].at,
                      "what is sent out must stand outside the brackets: [a]'h --> [] b; inside a membrane "
                      "write [a --> b]'h"};
    rule.right = std::move(side.outside);
    rule.charge_after = after[0].charge;
  } else if (after.size() == 2) {
    rule.kind = Kind::Division;
    if (!side.outside.empty()) throw Complaint{at, "a division leaves no object outside its two membranes"};
    rule.right = std::move(after[0].contents);
    rule.second = std::move(after[1].contents);
    rule.charge_after = after[0].charge;
    rule.second_charge_after = after[1].charge;
  } else {
    throw Complaint{after[2].at, "a membrane divides into two, not more"};
  }
  return rule;
}

RuleText RuleParser::send_in(MultisetText left) {
  RuleText rule;
  rule.kind = Kind::SendIn;
  rule.left = std::move(left);
  if (!bracket_ahead())
    fail(fmt::format("found {}; a rule is expected here, such as [a --> b]'h or a []'h --> [b]",
                     quoted(token())));
  rule.charge = charge();
  next();
  if (!next_is("]")) fail("a membrane that an object enters must be written empty: a []'h --> [b]");
  next();
  expect("'", "the membrane's label is missing, as in a []'1 --> [b]");
  rule.label = label();
  expect("-->", "the rule's arrow, '-->', is missing");
  const At at = token().at;
  RightSide side = right_side();
  if (side.brackets.size() != 1 || !side.outside.empty())
    throw Complaint{at, "what enters a membrane must stand inside its brackets: a []'h --> [b]"};
  rule.right = std::move(side.brackets[0].contents);
  rule.charge_after = side.brackets[0].charge;
  if (side.brackets[0].label) rule.labels_after.push_back(*side.brackets[0].label);
  return rule;
}

std::vector<RangeText> RuleParser::ranges() {
  std::vector<RangeText> ranges;
  if (!take(":")) return ranges;
  do ranges.push_back(range());
  while (take(","));
  return ranges;
}

RangeText RuleParser::range() {
  RangeText range;
  range.at = token().at;
  range.lower = expression();
  if (take("!=")) {
    range.upper = expression();
    return range;
  }
  if (!next_is("<") && !next_is("<="))
    fail(fmt::format("found {}; a range is 1 <= i <= n, a condition i <> j", quoted(token())));
  range.above = next().is("<");
  range.variable = name("the iterator of the range is expected here, as in 1 <= i <= n");
  if (!next_is("<") && !next_is("<="))
    fail(fmt::format("found {}; a range is 1 <= {} <= n", quoted(token()), range.variable));
  range.below = next().is("<");
  range.upper = expression();
  return range;
}

}  // namespace morula::membrane
