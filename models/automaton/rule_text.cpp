#include "models/automaton/rule_text.h"

#include <fmt/format.h>

#include <cctype>
#include <vector>

namespace morula {
namespace {

struct Counts {
  u32 bits = 0;
  std::string problem;
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

bool all_digits(std::string_view text) {
  for (const char c : text)
    if (!std::isdigit(static_cast<unsigned char>(c))) return false;
  return !text.empty();
}

// With at most nine neighbours each digit is a count; with more, a number between commas is one.
std::vector<std::string> words_of(std::string_view list, unsigned neighbours) {
  std::vector<std::string> words;
  for (const std::string& word : split(list, ',')) {
    if (neighbours > 9 || !all_digits(word))
      words.push_back(word);
    else
      for (const char digit : word) words.emplace_back(1, digit);
  }
  return words;
}

std::string with_commas(std::string_view digits) {
  std::string text;
  for (const char digit : digits) text += (text.empty() ? "" : ",") + std::string(1, digit);
  return text;
}

std::string impossible(char letter, const std::string& word, std::string_view list, unsigned neighbours) {
  std::string text = fmt::format("a cell cannot have {} live neighbours: it has {}", word, neighbours);
  if (neighbours > 9 && word.size() > 1 && word == list)
    text += fmt::format("; counts are separated by commas: did you mean '{}{}'?", letter, with_commas(word));
  return text;
}

Counts parse_counts(char letter, std::string_view list, unsigned neighbours) {
  Counts counts;
  if (list.empty()) return counts;  // no count at all: "B/S23"
  for (const std::string& word : words_of(list, neighbours)) {
    if (!all_digits(word))
      return {0, fmt::format("'{}' after {} is not a count of neighbours", word, letter)};
    const unsigned long count = word.size() > 4 ? neighbours + 1ul : std::stoul(word);
    if (count > neighbours) return {0, impossible(letter, word, list, neighbours)};
    const u32 bit = u32{1} << count;
    if (counts.bits & bit) return {0, fmt::format("{} is written twice after {}; remove one", count, letter)};
    counts.bits |= bit;
  }
  return counts;
}

bool begins_with(std::string_view part, char letter) {
  return !part.empty() && std::toupper(static_cast<unsigned char>(part[0])) == letter;
}

}  // namespace

ParsedRule parse_rule(std::string_view text, unsigned neighbours) {
  constexpr std::size_t longest = 200;
  const std::vector<std::string> parts = split(text.substr(0, longest), '/');
  if (text.size() > longest || parts.size() != 2 || !begins_with(parts[0], 'B') ||
      !begins_with(parts[1], 'S')) {
    const char* example = neighbours > 9 ? "B5/S4,5" : "B3/S23";
    return {std::nullopt, fmt::format("must be counts of births, then of survivals, as in {}", example)};
  }
  const Counts births = parse_counts('B', std::string_view(parts[0]).substr(1), neighbours);
  if (!births.problem.empty()) return {std::nullopt, births.problem};
  const Counts survivals = parse_counts('S', std::string_view(parts[1]).substr(1), neighbours);
  if (!survivals.problem.empty()) return {std::nullopt, survivals.problem};
  return {LifeRule{births.bits, survivals.bits}, ""};
}

}  // namespace morula
