#include "models/automaton/automaton_spec.h"

#include <fmt/format.h>

#include "models/automaton/observe/automaton_figure.h"
#include "models/automaton/observe/automaton_views.h"
#include "models/automaton/observe/pattern_observer.h"
#include "models/automaton/observe/rle_writer.h"
#include "models/automaton/read/bounded_grid.h"
#include "models/automaton/read/initial_states_reader.h"
#include "models/automaton/read/pattern_reader.h"
#include "models/automaton/read/rule_reader.h"
#include "models/engine_reader.h"
#include "models/every_reader.h"
#include "models/lattice_reader.h"
#include "models/replicas_reader.h"

namespace morula {
namespace {

// The text that sets this key with --set; the value is in YAML's single quotes.
std::string assignment(const std::string& key, const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return key + "='" + quoted + "'";
}

// The rule in the header of a pattern, for model files without a rule. It becomes part of the model, so that
// the run does not change if the pattern's file does.
CarriedRule rule_carried(io::Section& root, const InputFolder& folder, Spec& spec) {
  if (gives_rule(root)) return {};
  CarriedRule carried = rule_in_patterns(root, folder);
  if (carried.text) spec.from_files.push_back(assignment("automaton.rule", *carried.text));
  return carried;
}

// Stands in for a section that is left out because a pattern carries the rule, or may carry it.
io::Value empty_section(const SourceLocation& place) {
  io::Value section;
  section.kind = io::Value::Kind::Map;
  section.source = std::make_shared<const std::string>(place.source);
  section.line = place.line;
  section.column = place.column;
  return section;
}

void read_automaton_section(io::Section& root, const InputFolder& folder, AutomatonSpec& automaton,
                            Spec& spec) {
  const CarriedRule carried = rule_carried(root, folder, spec);
  const io::Value empty = empty_section(root.place_of("initial"));
  const bool is_left_out = (carried.text || carried.is_unknown) && !root.has("automaton");
  auto section = is_left_out ? io::Section(empty, "automaton", root.problems())
                             : root.section("automaton", io::Presence::Required);
  if (!section) return;
  automaton.plain = chooses_plain_engine(*section);
  automaton.skip_quiet = section->choice("quiet_regions", {"skip", "compute"}) != "compute";
  read_rule(*section, folder, carried, automaton, spec);
  section->finish();
}

// If activation times are kept, every step must fit into the type that stores them.
void check_steps(io::Section& root, const AutomatonSpec& automaton, const Spec& spec) {
  if (!automaton.tissue || !automaton.tissue->keeps_activation_times || spec.steps <= last_activation_time)
    return;
  root.problem("steps",
               fmt::format("is {}; activation times are kept up to step {}: take fewer steps, or remove "
                           "activation_map and velocity",
                           *spec.steps, last_activation_time));
}

// The number of states that `initial` may name; for tissue, the phases that every region has. If the rule is
// not known, any state is allowed: the rule's own error has been reported.
unsigned states_named(const AutomatonSpec& automaton) {
  unsigned states = automaton.transitions.states();
  if (automaton.tissue)
    for (const TissueRegion& region : automaton.tissue->regions)
      states = std::min(states, region.phases.states());
  return states > 0 ? states : 256;
}

// Golly runs a pattern on an unbounded plane unless its rule names a bounded grid.
RleHeader pattern_header(const AutomatonSpec& automaton) {
  const Lattice& lattice = automaton.lattice;
  const auto grid = grid_suffix(lattice);
  RleHeader header{lattice.global.x, lattice.global.y, automaton.transitions.states(), automaton.rule_name,
                   ""};
  if (!header.rule.empty() && grid) header.rule += *grid;
  if (!grid) header.comment = "one axis of the lattice is periodic, the other fixed; Golly has no such grid";
  return header;
}

// Reads `output.patterns: {every: …}`, which saves the state as RLE for Golly.
void read_patterns(io::Section& root, const AutomatonSpec& automaton, Spec& spec) {
  FamilyOutput patterns{"patterns"};
  if (auto output = root.peek("output")) {
    if (const auto every = read_every(*output, "patterns")) {
      const RleHeader header = pattern_header(automaton);
      patterns.observe = [=](const std::filesystem::path& run, std::uint64_t end) {
        return observe_patterns(run, {*every, end}, header);
      };
      if (automaton.lattice.dimensions != 2)
        output->problem("patterns",
                        "are RLE, which has two dimensions; remove it, or save the state instead");
    }
  }
  spec.family_outputs.push_back(patterns);
}

}  // namespace

void read_automaton(io::Section& root, const InputFolder& folder, Spec& spec) {
  auto automaton = std::make_shared<AutomatonSpec>();
  read_steps(root, spec);
  read_with_lattice(root, spec, [&](const Lattice& lattice) {
    *automaton = {};
    automaton->lattice = lattice;
    read_automaton_section(root, folder, *automaton, spec);
    check_steps(root, *automaton, spec);
    const auto presence = automaton->tissue ? io::Presence::Optional : io::Presence::Required;
    InitialStates states{states_named(*automaton)};
    if (automaton->formulas) {
      spec.sites = SiteNames{automaton->formulas->states, automaton->formulas->parameters,
                             automaton->formulas->neighbourhood};
      states.names = automaton->formulas->states;
      states.parameters = automaton->formulas->parameters;
    }
    automaton->initial = read_initial(root, folder, lattice, states, presence, spec);
    spec.views = automaton_views(*automaton);
    spec.figure = automaton_figure(*automaton);
    spec.columns = automaton_columns(*automaton);
    if (automaton->tissue) spec.yes_no_columns = {"reentry"};
  });
  const Replicas replicas = read_replicas(root);
  automaton->replica = replicas.first;
  if (root.has("replicas") || root.has("first_replica") || root.has("replica")) spec.replicas = replicas;
  read_patterns(root, *automaton, spec);
  spec.section = automaton;
}

}  // namespace morula
