// Functions for reading the text of a rule. Rules are ASCII whatever the locale is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace morula {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
inline char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

inline bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

inline bool equal_in_any_case(std::string_view text, std::string_view other) {
  if (text.size() != other.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (lower(text[i]) != lower(other[i])) return false;
  return true;
}

inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

// The value of a string of digits. Numbers of more than four digits become 99999, which is larger than every
// limit of a rule.
inline unsigned small_number(std::string_view digits) {
  if (digits.size() > 4) return 99999;
  unsigned number = 0;
  for (const char digit : digits) number = 10 * number + static_cast<unsigned>(digit - '0');
  return number;
}

}  // namespace morula
