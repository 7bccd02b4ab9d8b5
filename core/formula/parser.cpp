// A recursive-descent parser. Operators from the loosest to the tightest binding: if; or; and; not;
// comparisons, which do not associate; + and -; * / // %; the sign -; ^, which associates to the right.
#include <algorithm>
#include <array>

#include "core/formula/syntax.h"
#include "core/formula/token.h"

namespace morula::formula {
namespace {

constexpr std::array<std::string_view, 8> reserved = {"and",  "or",   "not",  "if",
                                                      "then", "else", "true", "false"};
constexpr std::array<std::string_view, 6> comparisons = {"==", "!=", "<=", ">=", "<", ">"};
constexpr std::array<std::string_view, 1> disjunctions = {"or"}, conjunctions = {"and"};
constexpr std::array<std::string_view, 2> sums = {"+", "-"};
constexpr std::array<std::string_view, 4> products = {"*", "/", "//", "%"};

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Syntax formula() {
    if (peek().kind == Token::Kind::End) fail("the formula is empty; write an expression");
    Syntax root = expression();
    if (peek().kind != Token::Kind::End) fail(about_surplus());
    return root;
  }

 private:
  const Token& peek() const { return tokens_[at_]; }
  bool is_at(std::string_view text) const {
    return peek().text == text && (peek().kind == Token::Kind::Symbol || peek().kind == Token::Kind::Name);
  }
  template <std::size_t count>
  bool is_at(const std::array<std::string_view, count>& texts) const {
    return std::ranges::any_of(texts, [&](std::string_view text) { return is_at(text); });
  }
  Token take() { return tokens_[at_++]; }
  [[noreturn]] void fail(const std::string& what) const { throw FormulaError(peek().place, what); }

  std::string shown() const { return peek().kind == Token::Kind::End ? "the end" : "'" + peek().text + "'"; }

  void expect(std::string_view text, const std::string& what) {
    if (!is_at(text)) fail("here is " + shown() + "; " + what);
    take();
  }

  std::string about_surplus() const {
    if (is_at(")")) return "this ) closes nothing; remove it";
    if (is_at(",")) return "commas separate arguments of functions; write a decimal point as 0.5";
    if (is_at("then") || is_at("else")) return "'" + peek().text + "' belongs to no 'if'";
    return shown() + " follows without an operator; write * for a product";
  }

  // Creates every part of the tree, so that its size can be limited here.
  Syntax made(Syntax::Kind kind, const Token& token, std::vector<Syntax> parts = {}) {
    if (++made_ > most_parts)
      throw FormulaError(token.place, "the formula has more than " + std::to_string(most_parts) + " parts; " +
                                          std::string(how_to_split));
    return {kind, token.text, token.place, std::move(parts)};
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest_formula)
        parser_.fail("the formula is nested more than " + std::to_string(deepest_formula) + " deep; " +
                     std::string(how_to_split));
    }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser_;
  };

  Syntax expression() {
    const Deeper deeper(*this);
    if (!is_at("if")) return disjunction();
    const Token token = take();
    Syntax condition = expression();
    expect("then", "write 'then' after the condition of 'if'");
    Syntax consequence = expression();
    expect("else", "write 'else': an 'if' needs a value in both cases");
    Syntax alternative = expression();
    return made(Syntax::Kind::If, token,
                {std::move(condition), std::move(consequence), std::move(alternative)});
  }

  template <std::size_t count, typename Operand>
  Syntax from_the_left(const std::array<std::string_view, count>& operators, const Operand& operand) {
    Syntax chain = operand();
    while (is_at(operators)) {
      const Token token = take();
      Syntax next = operand();
      chain = made(Syntax::Kind::Binary, token, {std::move(chain), std::move(next)});
    }
    return chain;
  }

  Syntax disjunction() {
    return from_the_left(disjunctions, [&] { return conjunction(); });
  }
  Syntax conjunction() {
    return from_the_left(conjunctions, [&] { return negation(); });
  }

  Syntax negation() {
    if (!is_at("not")) return comparison();
    const Deeper deeper(*this);
    const Token token = take();
    return made(Syntax::Kind::Unary, token, {negation()});
  }

  Syntax comparison() {
    Syntax first = sum();
    if (!is_at(comparisons)) return first;
    const Token token = take();
    Syntax compared = made(Syntax::Kind::Binary, token, {std::move(first), sum()});
    if (is_at(comparisons)) fail("comparisons cannot be chained; write a < b and b < c");
    return compared;
  }

  Syntax sum() {
    return from_the_left(sums, [&] { return product(); });
  }
  Syntax product() {
    return from_the_left(products, [&] { return signed_power(); });
  }

  // -2 ^ 2 is -(2 ^ 2).
  Syntax signed_power() {
    if (is_at("+")) fail("a number needs no sign +; remove it");
    if (!is_at("-")) return power();
    const Deeper deeper(*this);
    const Token token = take();
    return made(Syntax::Kind::Unary, token, {signed_power()});
  }

  Syntax power() {
    Syntax base = atom();
    if (!is_at("^")) return base;
    const Deeper deeper(*this);
    const Token token = take();
    return made(Syntax::Kind::Binary, token, {std::move(base), signed_power()});
  }

  Syntax atom() {
    const Token token = peek();
    if (token.kind == Token::Kind::Whole) return made(Syntax::Kind::Whole, take());
    if (token.kind == Token::Kind::Real) return made(Syntax::Kind::Real, take());
    if (is_at("(")) return parenthesised();
    if (is_at("true") || is_at("false")) return made(Syntax::Kind::Name, take());
    if (is_at("if")) fail("an 'if' inside an expression needs parentheses: (if … then … else …)");
    if (token.kind != Token::Kind::Name || is_reserved(token.text))
      fail("here is " + shown() + "; write a number, a name or an expression");
    take();
    return is_at("(") ? call(token) : made(Syntax::Kind::Name, token);
  }

  Syntax parenthesised() {
    const Token open = take();
    Syntax inner = expression();
    if (!is_at(")"))
      fail("here is " + shown() + "; the ( at " + to_string(open.place, false) + " is not closed");
    take();
    return inner;
  }

  Syntax call(const Token& name) {
    const Token open = take();
    std::vector<Syntax> arguments;
    if (!is_at(")")) {
      arguments.push_back(expression());
      while (is_at(",")) {
        take();
        arguments.push_back(expression());
      }
    }
    if (!is_at(")"))
      fail("here is " + shown() + "; the ( at " + to_string(open.place, false) + " is not closed");
    take();
    return made(Syntax::Kind::Call, name, std::move(arguments));
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0, made_ = 0;
};

}  // namespace

bool is_reserved(std::string_view word) { return std::ranges::find(reserved, word) != reserved.end(); }

Syntax parse(std::string_view text) { return Parser(tokens_of(text)).formula(); }

}  // namespace morula::formula
