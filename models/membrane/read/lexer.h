// P-Lingua as a list of words with their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dialect.h"
#include "core/error.h"

namespace morula::membrane {

// The place of a word: which of the files it is in, and its line and column there, counted from 1.
struct At {
  u32 file = 0;
  int line = 0, column = 0;
};

enum class TokenKind {
  Name,     // also a file name in quotes
  Number,   // a whole number
  Keyword,  // begins with @; stored in lower case, without the @
  Text,     // "…"
  Mark,     // one of the marks of the language
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  // of a mark: "-->" stands for both arrows, "<=" for "=<", "!=" for "<>"
  At at;

  bool is(std::string_view mark) const { return kind == TokenKind::Mark && text == mark; }
};

// A problem at one place. The parser notes it and goes on with the next statement.
struct Complaint {
  At at;
  std::string what;
};

struct Words {
  std::vector<Token> tokens;  // the last token is End
  std::vector<Complaint> problems, warnings;
};

Words words_of(std::string_view text, u32 file);

std::string quoted(const Token& token);         // for messages
std::string lower_case(std::string_view word);  // changes only ASCII letters

}  // namespace morula::membrane
