// Converts texts of users from their encodings: some P-Lingua files are old enough to be Latin-1.
#pragma once

#include <string>
#include <string_view>

namespace morula::membrane {

// The text as UTF-8. Bytes that are not valid UTF-8 are read as Latin-1, in which every byte is a character.
std::string as_utf8(std::string_view text);

// The character at the beginning of a UTF-8 text, and its number of bytes.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};
Character first_character(std::string_view utf8);

bool is_foreign_letter(char32_t code);  // Latin letters beyond a to z, and Greek and Cyrillic letters
bool is_foreign_blank(char32_t code);   // blanks that editors and PDF files put in place of a space

}  // namespace morula::membrane
