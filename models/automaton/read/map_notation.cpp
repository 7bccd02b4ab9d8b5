#include "models/automaton/read/map_notation.h"

#include <fmt/format.h>

#include <bitset>

#include "models/automaton/read/rule_characters.h"
#include "models/automaton/read/rule_notation.h"

namespace morula {
namespace {

constexpr std::string_view begins = "MAP",
                           base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned squares = 512, bits_of_digit = 6, digits_of_map = 86;

// The arrangement of a square. In Golly's number of a square, the last cell is bit 0, the middle cell bit 4
// and the first cell bit 8. In an arrangement the first cell is bit 0, and the middle cell is left out.
unsigned arrangement_of(unsigned square) {
  unsigned arrangement = 0, place = 0;
  for (unsigned bit = 9; bit-- > 0;)
    if (bit != 4) arrangement |= (square >> bit & 1) << place++;
  return arrangement;
}

bool is_live(unsigned square) { return square >> 4 & 1; }

}  // namespace

bool is_map(std::string_view rule) { return equal_in_any_case(rule.substr(0, begins.size()), begins); }

MapRule read_map_rule(std::string_view rule) {
  MapRule map_rule;
  std::string_view text = rule.substr(begins.size());
  if (text.find(':') != std::string_view::npos) {
    map_rule.problem = bounded_grid(text);
    return map_rule;
  }
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() != digits_of_map) {
    map_rule.problem = fmt::format(
        "has {} characters after MAP; must have {}: two states and eight neighbours (hexagonal "
        "neighbourhoods, "
        "those of four neighbours and Generations are not available)",
        text.size(), digits_of_map);
    return map_rule;
  }
  for (unsigned square = 0; square < squares; ++square) {
    const char digit = text[square / bits_of_digit];
    const auto value = base64_digits.find(digit);
    if (value == std::string_view::npos) {
      map_rule.problem = fmt::format("'{}' is not a character of base64 (A-Z, a-z, 0-9, + and /)", digit);
      return map_rule;
    }
    if (value >> (bits_of_digit - 1 - square % bits_of_digit) & 1)
      (is_live(square) ? map_rule.survives_with : map_rule.born_with).set(arrangement_of(square));
  }
  return map_rule;
}

std::string map_text(const Arrangements& born_with, const Arrangements& survives_with) {
  std::string text(begins);
  for (unsigned first = 0; first < squares; first += bits_of_digit) {
    unsigned value = 0;
    for (unsigned square = first; square < first + bits_of_digit; ++square)
      value = 2 * value +
              (square < squares && (is_live(square) ? survives_with : born_with)[arrangement_of(square)]);
    text += base64_digits[value];
  }
  return text;
}

}  // namespace morula
