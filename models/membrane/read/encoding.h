// Texts of users in the encodings that they come in: P-Lingua files are as old as Latin-1.
#pragma once

#include <string>
#include <string_view>

namespace morula::membrane {

// The text as UTF-8. What is not valid UTF-8 is taken for Latin-1, in which every byte is a character.
std::string as_utf8(std::string_view text);

// The character at the beginning of a text in UTF-8, and how many bytes it has.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};
Character first_character(std::string_view utf8);

bool is_foreign_letter(char32_t code);  // Latin letters beyond a to z, Greek and Cyrillic ones
bool is_foreign_blank(char32_t code);   // the blanks that editors and PDF files put in the place of one

}  // namespace morula::membrane
