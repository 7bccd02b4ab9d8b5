#include "models/automaton/read/rule_notation.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "models/automaton/read/rule_characters.h"

namespace morula {
namespace {

struct Suffix {
  char letter;
  unsigned dimensions;
  const char* neighbourhood;  // nullptr: a neighbourhood of Golly that Morula does not have
  const char* name;
};

constexpr std::array<Suffix, 10> suffixes = {{{'M', 2, "moore", ""},
                                              {'V', 2, "von-neumann", ""},
                                              {'H', 2, nullptr, "hexagonal"},
                                              {'L', 2, nullptr, "triangular"},
                                              {'M', 3, "26", ""},
                                              {'V', 3, "6", ""},
                                              {'F', 3, "6", ""},
                                              {'C', 3, nullptr, "corner"},
                                              {'E', 3, nullptr, "edge"},
                                              {'H', 3, nullptr, "hexahedral"}}};

const char* available(unsigned dimensions) {
  return dimensions == 2 ? "moore (M) and von-neumann (V)" : "26 (M), 18 and 6 (F or V)";
}

// C and E are suffixes only in Golly's 3D rules. At the end of a 2D rule they are Hensel's letters.
void take_suffix(std::string_view& text, unsigned dimensions, Notation& notation) {
  for (const Suffix& suffix : suffixes) {
    if (text.empty() || suffix.dimensions != dimensions || upper(text.back()) != suffix.letter) continue;
    if ((suffix.letter == 'C' || suffix.letter == 'E') && !notation.golly_3d) continue;
    text = trimmed(text.substr(0, text.size() - 1));
    if (suffix.neighbourhood)
      notation.neighbourhood = suffix.neighbourhood;
    else
      notation.problem = fmt::format("Golly's {} neighbourhood ({}) is not available; there are {}",
                                     suffix.name, suffix.letter, available(dimensions));
    return;
  }
}

std::string other_rule_of_golly(std::string_view text, unsigned dimensions, bool golly_3d) {
  for (const char* name : {"BusyBoxes", "BusyBoxesW", "BB", "BBW"})
    if (equal_in_any_case(text, name))
      return "Golly's Busy Boxes are not available; rules of three dimensions are counts of live neighbours, "
             "as in B5..7/S6 or 3D5..7/6";
  if (golly_3d && dimensions != 3)
    return "Golly's 3D rules need a lattice of three dimensions; in two, a rule is written as B3/S23";
  return text.find(':') == std::string_view::npos ? "" : bounded_grid(text);
}

struct Section {
  char letter = 0;  // B, S or G (C is stored as G); 0 if there is none
  std::string_view list;
};

// Sections end at slashes; in B3S23, a section also ends before the letter of the next one. Since C is one of
// Hensel's letters, it begins a section only after a slash.
void add_sections(std::string_view part, std::vector<Section>& sections) {
  part = trimmed(part);
  const char first = part.empty() ? '\0' : upper(part[0]);
  if (first == 'C') return sections.push_back({'G', trimmed(part.substr(1))});
  if (first != 'B' && first != 'S' && first != 'G') return sections.push_back({0, part});
  const auto next = part.find_first_of("BSGbsg", 1);
  sections.push_back({first, trimmed(part.substr(1, next == std::string_view::npos ? next : next - 1))});
  if (next != std::string_view::npos) add_sections(part.substr(next), sections);
}

// Without letters, survivals come before births, as in the older convention.
bool assign(const std::vector<Section>& sections, Notation& notation) {
  if (sections.size() < 2 || sections.size() > 3) return false;
  const Section &first = sections[0], &second = sections[1];
  if (first.letter == 'G' || second.letter == 'G' || (first.letter && first.letter == second.letter))
    return false;
  const bool births_first = first.letter == 'B' || second.letter == 'S';
  const Section &births = births_first ? first : second, &survivals = births_first ? second : first;
  notation.births = births.list;
  notation.births_lettered = births.letter != 0;
  notation.survivals = survivals.list;
  notation.survivals_lettered = survivals.letter != 0;
  if (sections.size() == 2) return true;
  notation.states = sections[2].list;
  return sections[2].letter == 0 || sections[2].letter == 'G';
}

}  // namespace

std::string bounded_grid(std::string_view text) {
  return fmt::format(
      "'{}' is a bounded grid of Golly; here lattice.size and lattice.boundary describe the grid: remove it",
      text.substr(text.find(':')));
}

Notation divide_rule(std::string_view text, unsigned dimensions) {
  Notation notation;
  notation.golly_3d = equal_in_any_case(text.substr(0, 2), "3D");
  notation.problem = other_rule_of_golly(text, dimensions, notation.golly_3d);
  if (!notation.problem.empty()) return notation;
  if (notation.golly_3d) {
    text.remove_prefix(2);
    notation.neighbourhood = "26";
  }
  take_suffix(text, dimensions, notation);
  std::vector<Section> sections;
  for (const std::string_view slashed : split(text, '/'))
    for (const std::string_view part : split(slashed, '_')) add_sections(part, sections);
  if (notation.problem.empty() && !assign(sections, notation))
    notation.problem = fmt::format(
        "must be counts of births and of survivals, as in {}",
        dimensions == 3 ? "B5/S4,5, or B5/S4,5/C3 with 3 states" : "B3/S23, or B2/S/C3 with 3 states");
  return notation;
}

}  // namespace morula
