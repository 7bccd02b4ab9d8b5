#include "models/membrane/read/encoding.h"

namespace morula::membrane {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

// Number of bytes of a character that begins with this byte; 0 if no character does.
std::size_t length_after(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = length_after(static_cast<unsigned char>(text.front()));
    if (length == 0 || length > text.size()) return false;
    for (std::size_t i = 1; i < length; ++i)
      if (!continues(text[i])) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string utf8;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      utf8 += byte;
    } else {
      utf8 += static_cast<char>(0xC0u | code >> 6u);
      utf8 += static_cast<char>(0x80u | (code & 0x3Fu));
    }
  }
  return utf8;
}

Character first_character(std::string_view utf8) {
  const auto first = static_cast<unsigned char>(utf8.front());
  const std::size_t length = length_after(first);
  if (length < 2 || length > utf8.size()) return {first, 1};
  char32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6u | (static_cast<unsigned char>(utf8[i]) & 0x3Fu);
  return {code, length};
}

bool is_foreign_letter(char32_t code) {
  const bool is_latin = code == 0xAA || code == 0xB5 || code == 0xBA ||
                        (code >= 0xC0 && code <= 0x24F && code != 0xD7 && code != 0xF7);
  const bool is_greek = code >= 0x386 && code <= 0x3FF && code != 0x387;
  return is_latin || is_greek || (code >= 0x400 && code <= 0x52F);
}

bool is_foreign_blank(char32_t code) {
  return code == 0xA0 || (code >= 0x2000 && code <= 0x200B) || code == 0x202F || code == 0xFEFF;
}

}  // namespace morula::membrane
