#include "models/automaton/read/rule_reader.h"

#include <fmt/format.h>

#include "models/automaton/read/rule_text.h"
#include "models/automaton/read/tissue_reader.h"
#include "models/automaton/read/transitions_reader.h"

namespace morula {
namespace {

void set_cycle(AutomatonSpec& automaton, const CycleRule& cycle, unsigned states) {
  automaton.cycle = cycle;
  automaton.transitions = transitions_of(cycle, states, automaton.neighbourhood.largest_sum());
}

// Gives each neighbour a power of two as its weight, so that a sum tells which neighbours are active.
void set_arrangements(AutomatonSpec& automaton, const RuleText& rule) {
  Neighbourhood& neighbourhood = automaton.neighbourhood;
  neighbourhood.reach.reset();
  u32 weight = 1;
  for (Neighbour& neighbour : neighbourhood.neighbours) {
    neighbour.weight = weight;
    weight *= 2;
  }
  Transitions tables(neighbourhood.largest_sum());
  const u8 births = tables.add_row([&](u64 sum) { return rule.born_with[sum]; });
  const u8 survivals = tables.add_row([&](u64 sum) { return rule.survives_with[sum]; });
  tables.add_state({1, 0, 0, births});
  for (unsigned state = 1; state < rule.states; ++state) {
    const u8 next = static_cast<u8>(state + 1 == rule.states ? 0 : state + 1);
    const auto flags = static_cast<u8>(state == 1 ? ACTIVE | JUST_EXCITED : 0);
    tables.add_state({1, next, flags, state == 1 ? survivals : u8{0}});
  }
  automaton.transitions = tables;
  automaton.table = square_table_of(automaton.lattice, neighbourhood, tables);
}

void set_rule(AutomatonSpec& automaton, const RuleText& rule) {
  constexpr Trigger none = {1, 0, 0};
  if (rule.kind == RuleText::Kind::WireWorld)
    set_cycle(automaton, {1, 3, 3, {3, 3, 0b110}, none}, 4);
  else if (rule.by_arrangement)
    set_arrangements(automaton, rule);
  else
    set_cycle(automaton, {1, rule.states - 1, 0, {0, 0, rule.born_on}, {1, 1, rule.survives_on}},
              rule.states);
}

void read_rule_text(io::Section& section, const std::string& text, const std::string& named,
                    AutomatonSpec& automaton) {
  const unsigned dimensions = automaton.lattice.dimensions;
  const ParsedRule parsed = parse_rule(text, dimensions, named);
  if (!parsed.rule) return section.problem("rule", fmt::format("is '{}'; {}", text, parsed.problem));
  automaton.neighbourhood = neighbourhood_called(parsed.rule->neighbourhood.value_or(named), dimensions);
  automaton.rule_name =
      canonical_text(*parsed.rule, static_cast<unsigned>(automaton.neighbourhood.neighbours.size()));
  set_rule(automaton, *parsed.rule);
}

}  // namespace

void read_rule(io::Section& section, const InputFolder& folder, const CarriedRule& carried,
               AutomatonSpec& automaton, Spec& spec) {
  const unsigned dimensions = automaton.lattice.dimensions;
  const std::string named = section.choice("neighbourhood", neighbourhood_names(dimensions)).value_or("");
  automaton.neighbourhood = neighbourhood_called(named, dimensions);
  if (section.has("tissue")) {
    section.allow("rule");
    if (section.has("rule"))
      section.problem("rule", "is not for tissue, which has rules of its own; remove one");
    return read_tissue(section, folder, automaton, spec);
  }
  if (section.has("transitions") || section.has("states")) {
    section.allow("rule");
    if (section.has("rule"))
      section.problem("rule", "is not for a model with transitions, which are its rule; remove one");
    return read_transitions(section, automaton);
  }
  const bool is_optional = carried.text || carried.is_unknown;
  const auto written = section.text("rule", is_optional ? io::Presence::Optional : io::Presence::Required);
  if (const auto& text = written ? written : carried.text) read_rule_text(section, *text, named, automaton);
}

}  // namespace morula
