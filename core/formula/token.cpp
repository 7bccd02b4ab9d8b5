#include "core/formula/token.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/error.h"

namespace morula::formula {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::array<std::string_view, 16> symbols = {"//", "<=", ">=", "==", "!=", "+", "-", "*",
                                                      "/",  "%",  "^",  "<",  ">",  "(", ")", ","};

// Signs of other languages, and what to write instead. Longer signs come first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 24> foreign = {
    {{"**", "write ^ for a power"},
     {"&&", "write 'and'"},
     {"||", "write 'or'"},
     {"=>", "write >="},
     {"=<", "write <="},
     {"<>", "write !="},
     {"=", "write == to compare"},
     {"!", "write 'not', or != to compare"},
     {"&", "write 'and'"},
     {"|", "write 'or'"},
     {"?", "write 'if … then … else …'"},
     {":", "write 'if … then … else …'"},
     {";", "a formula is one expression"},
     {"[", "write (…)"},
     {"{", "write (…)"},
     {"\"", "write names without quotes"},
     {"'", "write names without quotes"},
     {"≤", "write <="},
     {"≥", "write >="},
     {"≠", "write !="},
     {"×", "write *"},
     {"·", "write *"},
     {"÷", "write /"},
     {"−", "write -"}}};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> tokens() {
    std::vector<Token> found;
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) found.push_back(token());
    found.push_back({Token::Kind::End, "", place_});
    return found;
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void advance() {
    const char passed = text_[at_++];
    if (passed == '\n')
      place_ = {place_.line + 1, 1};
    else if ((static_cast<unsigned char>(passed) & 0xC0) != 0x80)  // counts characters, not bytes
      ++place_.column;
  }

  void skip_spaces() {
    while (at_ < text_.size()) {
      const char next = peek();
      if (next == '#')
        while (at_ < text_.size() && peek() != '\n') advance();
      else if (next == ' ' || next == '\t' || next == '\n' || next == '\r')
        advance();
      else
        return;
    }
  }

  std::string taken_from(std::size_t first) const { return std::string(text_.substr(first, at_ - first)); }

  Token token() {
    const Place place = place_;
    const std::size_t first = at_;
    if (is_letter(peek())) {
      while (is_letter(peek()) || is_digit(peek())) advance();
      return {Token::Kind::Name, taken_from(first), place};
    }
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return number();
    for (const char* foreign_pair : {"**", "<>"})  // these begin with a sign of formulas
      if (text_.substr(at_).starts_with(foreign_pair)) throw FormulaError(place, about_character());
    for (const std::string_view symbol : symbols)
      if (text_.substr(at_).starts_with(symbol)) {
        for (std::size_t i = 0; i < symbol.size(); ++i) advance();
        return {Token::Kind::Symbol, std::string(symbol), place};
      }
    throw FormulaError(place, about_character());
  }

  Token number() {
    const Place place = place_;
    const std::size_t first = at_;
    Token::Kind kind = Token::Kind::Whole;
    while (is_digit(peek())) advance();
    if (peek() == '.') {
      kind = Token::Kind::Real;
      advance();
      while (is_digit(peek())) advance();
    }
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(sign))) {
      kind = Token::Kind::Real;
      for (std::size_t i = 0; i < sign; ++i) advance();
      while (is_digit(peek())) advance();
    }
    const std::string number = taken_from(first);
    if (peek() == '.') throw FormulaError(place, "'" + number + ".' is not a number; it has two points");
    if (is_letter(peek())) {
      while (is_letter(peek()) || is_digit(peek())) advance();
      const std::string word = taken_from(first), name = word.substr(number.size());
      throw FormulaError(place, "'" + word + "' is neither a number nor a name; write " + number + " * " +
                                    name + " for a product");
    }
    return {kind, number, place};
  }

  std::string about_character() const {
    const std::string_view ahead = text_.substr(at_);
    for (const auto& [symbol, remedy] : foreign)
      if (ahead.starts_with(symbol))
        return "'" + std::string(symbol) + "' is not a sign of formulas; " + std::string(remedy);
    std::size_t bytes = 1;
    while (bytes < ahead.size() && (static_cast<unsigned char>(ahead[bytes]) & 0xC0) == 0x80) ++bytes;
    const std::string character = on_one_line(std::string(ahead.substr(0, bytes)));
    return "'" + character + "' is not a sign of formulas; names have letters, digits and _";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Place place_;
};

}  // namespace

std::string to_string(const Place& place, bool has_lines) {
  const std::string column = "column " + std::to_string(place.column);
  return has_lines ? "line " + std::to_string(place.line) + ", " + column : column;
}

std::vector<Token> tokens_of(std::string_view text) {
  if (text.size() > longest_formula)
    throw FormulaError({}, "the formula has " + std::to_string(text.size()) + " characters; at most " +
                               std::to_string(longest_formula) + " are allowed; " +
                               std::string(how_to_split));
  return Lexer(text).tokens();
}

}  // namespace morula::formula
