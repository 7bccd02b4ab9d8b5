#include "io/yaml_hints.h"

#include <algorithm>
#include <cctype>

#include "io/yaml_open.h"

namespace morula::io {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_key_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

std::optional<YamlHint> tab_in(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] == '#') return std::nullopt;
  const std::size_t tab = line.substr(0, first).find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  return YamlHint{0, static_cast<int>(tab) + 1,
                  "is indented with a tab, which YAML does not allow; use spaces"};
}

// A colour of three or six hexadecimal digits after a #, which begins a comment.
std::optional<YamlHint> colour_in(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const std::size_t before = line.substr(0, at).find_last_not_of(' ');
    if (before == std::string_view::npos || std::string_view(":,[").find(line[before]) == std::string::npos)
      continue;
    std::size_t end = at + 1;
    while (end < line.size() && is_hex(line[end])) ++end;
    const std::string colour(line.substr(at, end - at));
    if (colour.size() != 4 && colour.size() != 7) continue;
    return YamlHint{
        0, static_cast<int>(at) + 1,
        "begins a comment, since # after a space does; put the colour in quotes: \"" + colour + "\""};
  }
  return std::nullopt;
}

std::optional<YamlHint> colon_in(std::string_view line) {
  std::size_t first = line.find_first_not_of(" -");
  if (first == std::string_view::npos) return std::nullopt;
  std::string_view content = line.substr(first);
  content = content.substr(0, content.find(" #"));
  while (!content.empty() && std::string_view(" \r").find(content.back()) != std::string::npos)
    content.remove_suffix(1);
  const std::string better = with_space_after_colon(content);
  if (better.empty()) return std::nullopt;
  const auto colon = static_cast<int>(first + content.find(':'));
  return YamlHint{0, colon + 1, "has no space after the colon; write '" + better + "'"};
}

// A formula that begins with a character that has a meaning in YAML.
std::optional<YamlHint> formula_in(std::string_view line) {
  for (const std::string_view key : {"when:", "to:", "formula:"}) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos ||
        (at > 0 && std::string_view(" {,").find(line[at - 1]) == std::string::npos))
      continue;
    const std::size_t value = line.find_first_not_of(' ', at + key.size());
    if (value == std::string_view::npos ||
        std::string_view("*&!>|%@`").find(line[value]) == std::string::npos)
      continue;
    return YamlHint{0, static_cast<int>(value) + 1,
                    "begins with '" + std::string(1, line[value]) +
                        "', which has a meaning of its own in YAML; put the formula in quotes"};
  }
  return std::nullopt;
}

const char* never_closed(char opening) {
  switch (opening) {
    case '[':
      return "begins a list that is never closed; write ] at its end";
    case '{':
      return "begins a mapping that is never closed; write } at its end";
    case '"':
      return "begins a text in quotes that is never closed; write \" at its end";
    default:
      return "begins a text in quotes that is never closed; write ' at its end";
  }
}

}  // namespace

YamlHint never_closed_at(std::string_view text, std::size_t place) {
  const std::string_view before = text.substr(0, place);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {static_cast<int>(std::ranges::count(before, '\n')) + 1, static_cast<int>(place - line_begin) + 1,
          never_closed(text[place])};
}

std::string with_space_after_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return "";
  if (!std::ranges::all_of(text.substr(0, colon), is_key_letter) || is_digit(text.front())) return "";
  const char next = text[colon + 1];
  if (next == ' ' || next == '/' || next == '\\' || next == ':') return "";  // paths and addresses are words
  return std::string(text.substr(0, colon)) + ": " + std::string(text.substr(colon + 1));
}

std::string with_decimal_point(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma + 1 == text.size()) return "";
  std::string_view digits = text.substr(0, comma);
  const std::string_view part = text.substr(comma + 1);
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (digits.empty() || !std::ranges::all_of(digits, is_digit) || !std::ranges::all_of(part, is_digit))
    return "";
  return std::string(text.substr(0, comma)) + '.' + std::string(part);
}

std::optional<YamlHint> yaml_hint(std::string_view text, int last_line) {
  for (const auto& mistake_in : {tab_in, colour_in, formula_in, colon_in}) {
    std::size_t begin = 0;
    for (int number = 1; number <= last_line && begin < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (auto hint = mistake_in(text.substr(begin, end - begin))) {
        hint->line = number;
        return hint;
      }
      begin = end + 1;
    }
  }
  if (const auto place = open_quote_or_bracket(text)) return never_closed_at(text, *place);
  return std::nullopt;
}

}  // namespace morula::io
