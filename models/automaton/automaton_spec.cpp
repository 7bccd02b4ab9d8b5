#include "models/automaton/automaton_spec.h"

#include <fmt/format.h>

#include <array>

#include "models/automaton/rule_text.h"
#include "models/lattice_reader.h"

namespace morula {
namespace {

struct Neighbourhood {
  const char* name;
  unsigned dimensions;
  unsigned neighbours;
  int reach;
};

// The first of each dimension is its default.
constexpr std::array<Neighbourhood, 7> neighbourhoods = {{{"moore", 2, 8, 2},
                                                          {"von-neumann", 2, 4, 1},
                                                          {"26", 3, 26, 3},
                                                          {"18", 3, 18, 2},
                                                          {"6", 3, 6, 1},
                                                          {"moore", 3, 26, 3},
                                                          {"von-neumann", 3, 6, 1}}};

Neighbourhood read_neighbourhood(io::Section& section, unsigned dimensions) {
  std::vector<std::string> names;
  std::vector<Neighbourhood> here;
  for (const Neighbourhood& one : neighbourhoods)
    if (one.dimensions == dimensions) {
      names.emplace_back(one.name);
      here.push_back(one);
    }
  const auto chosen = section.choice("neighbourhood", names);
  for (const Neighbourhood& one : here)
    if (chosen == one.name) return one;
  return here.front();
}

constexpr unsigned states = 2;

// Golly has no rules in three dimensions, and marks those of four neighbours with a V.
std::string golly_name(const std::string& rule, const Neighbourhood& neighbourhood) {
  if (neighbourhood.dimensions == 3) return "";
  return neighbourhood.neighbours == 4 ? rule + 'V' : rule;
}

// As --set takes it, in YAML's single quotes.
std::string assignment(const std::string& key, const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return key + "='" + quoted + "'";
}

// The rule of the model file, else that of its pattern.
std::optional<std::string> rule_of(io::Section& root, io::Section& section,
                                   const std::filesystem::path& folder, Spec& spec) {
  auto carried = section.has("rule") ? std::nullopt : rule_in_patterns(root, folder);
  if (!carried) return section.text("rule", io::Presence::Required);
  section.allow("rule");
  spec.settled.push_back(assignment("automaton.rule", *carried));
  return carried;
}

void read_rule(io::Section& root, const std::filesystem::path& folder, AutomatonSpec& automaton, Spec& spec) {
  auto section = root.section("automaton", io::Presence::Required);
  if (!section) return;
  const Neighbourhood neighbourhood = read_neighbourhood(*section, automaton.lattice.dimensions);
  automaton.reach = neighbourhood.reach;
  if (const auto text = rule_of(root, *section, folder, spec)) {
    const ParsedRule parsed = parse_rule(*text, neighbourhood.neighbours);
    automaton.rule_name = golly_name(*text, neighbourhood);
    if (parsed.rule)
      automaton.rule = *parsed.rule;
    else
      section->problem("rule", fmt::format("is '{}'; {}", *text, parsed.problem));
  }
  section->finish();
}

}  // namespace

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec) {
  auto automaton = std::make_shared<AutomatonSpec>();
  read_steps(root, spec);
  const auto lattice = read_lattice(root, spec);
  automaton->lattice = lattice.value_or(Lattice{});
  if (lattice) {
    read_rule(root, folder, *automaton, spec);
    automaton->initial = read_initial(root, folder, *lattice, states, spec);
  } else {  // what the rest means depends on the lattice
    root.allow("automaton");
    root.allow("initial");
  }
  spec.section = automaton;
}

}  // namespace morula
