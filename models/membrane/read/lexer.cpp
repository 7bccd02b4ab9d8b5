#include "models/membrane/read/lexer.h"

#include <fmt/format.h>

#include <array>

#include "models/membrane/read/encoding.h"

namespace morula::membrane {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Longer marks come first.
constexpr std::array<std::string_view, 33> marks = {
    "-->", "<=", "=<", "<>", "!=", "->", "+=", ">=", "==", "[", "]", "'", "{", "}", "(", ")", ",",
    ";",   ":",  "=",  "+",  "-",  "*",  "/",  "%",  "^",  "<", ">", "#", "!", "?", "&", "|"};

class Lexer {
 public:
  Lexer(std::string_view text, u32 file) : text_(text), file_(file) {}

  Words read() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // the byte order mark of UTF-8
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) read_token();
    words_.tokens.push_back({TokenKind::End, "", place()});
    return std::move(words_);
  }

 private:
  At place() const { return {file_, line_, column_}; }
  bool ahead(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  // All words are read even if some are wrong, since a later word may tell what kind of file this is.
  void complain(At at, std::string what) {
    if (words_.problems.size() < most_problems) words_.problems.push_back({at, std::move(what)});
  }

  void advance(std::size_t characters = 1) {
    for (; characters > 0 && at_ < text_.size(); --characters, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
        // Not a continuation byte of UTF-8.
      } else if ((static_cast<unsigned char>(text_[at_]) & 0xC0u) != 0x80u) {
        ++column_;
      }
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
        advance();
      } else if (const Character foreign = first_character(text_.substr(at_));
                 is_foreign_blank(foreign.code)) {
        advance(foreign.bytes);
      } else if (ahead("/*")) {
        skip_long_comment();
      } else if (ahead("//")) {
        warn_of_division();
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else {
        break;
      }
    }
  }

  void skip_long_comment() {
    const At begin = place();
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) complain(begin, "this comment has no end; close it with '*/'");
    advance(end == std::string_view::npos ? text_.size() - at_ : end + 2 - at_);
  }

  void warn_of_division() {
    if (words_.tokens.empty()) return;
    const Token& last = words_.tokens.back();
    const bool is_operand = last.kind == TokenKind::Number || last.kind == TokenKind::Name || last.is(")");
    if (is_operand && last.at.line == line_)
      words_.warnings.push_back(
          {place(),
           "'//' begins a comment here; in P-Lingua 4 it divides whole numbers: write '/' for that"});
  }

  void push(TokenKind kind, std::string text, std::size_t length) {
    words_.tokens.push_back({kind, std::move(text), place()});
    advance(length);
  }

  bool letter_at(std::size_t at) const {
    if (at >= text_.size()) return false;
    return is_letter(text_[at]) || is_foreign_letter(first_character(text_.substr(at)).code);
  }

  std::size_t end_of_word(std::size_t from, bool dots) const {
    while (from < text_.size()) {
      const bool dot = dots && text_[from] == '.' && letter_at(from + 1);
      if (!letter_at(from) && !is_digit(text_[from]) && !dot) break;
      from += first_character(text_.substr(from)).bytes;
    }
    return from;
  }

  void read_token() {
    const char c = text_[at_];
    if (letter_at(at_)) {
      const std::size_t length = end_of_word(at_, true) - at_;
      push(TokenKind::Name, std::string(text_.substr(at_, length)), length);
    } else if (is_digit(c)) {
      read_number();
    } else if (c == '@') {
      const std::size_t length = end_of_word(at_ + 1, false) - at_ - 1;
      push(TokenKind::Keyword, lower_case(text_.substr(at_ + 1, length)), length + 1);
    } else if (c == '"') {
      read_text();
    } else {
      read_mark();
    }
  }

  void read_number() {
    std::size_t end = end_of_word(at_, false);
    const bool fraction = end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1]);
    if (fraction) end = end_of_word(end + 1, false);
    const std::string_view word = text_.substr(at_, end - at_);
    if (fraction)
      complain(place(), fmt::format("is {}; numbers must be whole", word));
    else if (!fraction && word.find_first_not_of("0123456789") != std::string_view::npos)
      complain(place(),
               fmt::format("'{}' is neither a number nor a name; a name begins with a letter", word));
    push(TokenKind::Number, std::string(word), word.size());
  }

  void read_text() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      complain(place(), "this text has no end; close it with '\"' on the same line");
      advance(end == std::string_view::npos ? text_.size() - at_ : end - at_);
    } else {
      push(TokenKind::Text, std::string(text_.substr(at_ + 1, end - at_ - 1)), end + 1 - at_);
    }
  }

  void read_mark() {
    for (const std::string_view mark : marks)
      if (ahead(mark)) {
        const std::string_view said = mark == "->" ? "-->" : mark == "=<" ? "<=" : mark == "<>" ? "!=" : mark;
        return push(TokenKind::Mark, std::string(said), mark.size());
      }
    const Character strange = first_character(text_.substr(at_));
    const bool is_printable =
        strange.code > ' ' && strange.code != 0x7F && (strange.code < 0x80 || strange.bytes > 1);
    complain(place(),
             is_printable
                 ? fmt::format("'{}' is not part of P-Lingua", text_.substr(at_, strange.bytes))
                 : fmt::format("byte {:#04x} is not part of P-Lingua", static_cast<u32>(strange.code)));
    advance(strange.bytes);
  }

  std::string_view text_;
  u32 file_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1;
  Words words_;
};

}  // namespace

Words words_of(std::string_view text, u32 file) {
  const std::string utf8 = as_utf8(text);
  return Lexer(utf8, file).read();
}

std::string quoted(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "the end of the file";
    case TokenKind::Keyword:
      return "'@" + token.text + "'";
    case TokenKind::Text:
      return "\"" + token.text + "\"";
    default:
      return "'" + token.text + "'";
  }
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace morula::membrane
