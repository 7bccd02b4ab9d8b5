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
  int reach;
};

// The first of each dimension is its default.
constexpr std::array<Neighbourhood, 7> neighbourhoods = {{{"moore", 2, 2},
                                                          {"von-neumann", 2, 1},
                                                          {"26", 3, 3},
                                                          {"18", 3, 2},
                                                          {"6", 3, 1},
                                                          {"moore", 3, 3},
                                                          {"von-neumann", 3, 1}}};

std::vector<std::string> names_in(unsigned dimensions) {
  std::vector<std::string> names;
  for (const Neighbourhood& one : neighbourhoods)
    if (one.dimensions == dimensions) names.emplace_back(one.name);
  return names;
}

// The default of the dimension when the name is empty.
const Neighbourhood& neighbourhood_called(std::string_view name, unsigned dimensions) {
  for (const Neighbourhood& one : neighbourhoods)
    if (one.dimensions == dimensions && (name.empty() || name == one.name)) return one;
  return neighbourhoods.front();
}

void read_rule(io::Section& root, AutomatonSpec& automaton) {
  auto section = root.section("automaton", io::Presence::Required);
  if (!section) return;
  const unsigned dimensions = automaton.lattice.dimensions;
  std::string neighbourhood = section->choice("neighbourhood", names_in(dimensions)).value_or("");
  if (const auto text = section->text("rule", io::Presence::Required)) {
    const ParsedRule parsed = parse_rule(*text, dimensions, neighbourhood);
    if (!parsed.rule) {
      section->problem("rule", fmt::format("is '{}'; {}", *text, parsed.problem));
    } else if (parsed.rule->states > 2 || parsed.rule->isotropic) {
      section->problem("rule", fmt::format("is '{}'; is not built yet", *text));
    } else {
      automaton.rule = {parsed.rule->born_on, parsed.rule->survives_on};
      neighbourhood = parsed.rule->neighbourhood.value_or(neighbourhood);
    }
  }
  automaton.reach = neighbourhood_called(neighbourhood, dimensions).reach;
  section->finish();
}

RandomStart read_random(io::Section& initial) {
  RandomStart random;
  auto section = initial.section("random");
  random.density = section->real("density", 0, 1, io::Presence::Required).value_or(0);
  section->finish();
  return random;
}

CellsStart read_cells(io::Section& initial, const Lattice& lattice) {
  CellsStart cells;
  const io::Value* list = initial.value("cells");
  if (list->kind != io::Value::Kind::List) {
    initial.problem("cells",
                    fmt::format("is {}; must be a list of sites, as in [[3, 4], [4, 4]]", describe(*list)));
    return cells;
  }
  for (const io::Value& item : list->items)
    if (const auto site = site_in(item, initial.path_of("cells"), lattice, initial.problems()))
      cells.live.push_back(*site);
  return cells;
}

void check_inside(io::Section& section, const PatternStart& start, const Lattice& lattice) {
  const auto fits = [](Index at, Index length, Index side) { return at <= side && length <= side - at; };
  if (fits(start.at.x, start.pattern.width, lattice.global.x) &&
      fits(start.at.y, start.pattern.height, lattice.global.y))
    return;
  section.problem("at", fmt::format("puts a pattern of {} x {} beyond the lattice of {}", start.pattern.width,
                                    start.pattern.height, to_string(lattice.global, lattice.dimensions)));
}

PatternStart read_pattern(io::Section& initial, const Lattice& lattice, const std::filesystem::path& folder) {
  PatternStart start;
  auto section = initial.section("pattern");
  if (const io::Value* at = section->value("at"))
    start.at = site_in(*at, section->path_of("at"), lattice, section->problems()).value_or(Site{});
  const auto file = section->text("file", io::Presence::Required);
  section->finish();
  if (!file) return start;
  try {
    start.pattern = load_rle(folder / *file);
    check_inside(*section, start, lattice);
  } catch (const SpecError& error) {
    for (const Problem& problem : error.problems()) section->problem("file", to_string(problem));
  }
  return start;
}

void read_initial(io::Section& root, const std::filesystem::path& folder, AutomatonSpec& automaton,
                  Spec& spec) {
  auto initial = root.section("initial", io::Presence::Required);
  if (!initial) return;
  const auto kind = initial->exactly_one({"random", "cells", "pattern", "run"});
  if (kind == "random") automaton.initial = read_random(*initial);
  if (kind == "cells") automaton.initial = read_cells(*initial, automaton.lattice);
  if (kind == "pattern") automaton.initial = read_pattern(*initial, automaton.lattice, folder);
  if (kind == "run") {
    spec.initial_run_place = initial->place_of("run");
    if (const auto run = initial->text("run")) spec.initial_run = folder / *run;
    if (spec.initial_run && !std::filesystem::exists(*spec.initial_run / "checkpoint.h5"))
      initial->problem("run", spec.initial_run->string() + ": holds no checkpoint.h5 to start from");
  }
  initial->finish();
}

}  // namespace

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec) {
  auto automaton = std::make_shared<AutomatonSpec>();
  read_steps(root, spec);
  const auto lattice = read_lattice(root, spec);
  automaton->lattice = lattice.value_or(Lattice{});
  if (lattice) {
    read_rule(root, *automaton);
    read_initial(root, folder, *automaton, spec);
  } else {  // what the rest means depends on the lattice
    root.allow("automaton");
    root.allow("initial");
  }
  spec.section = automaton;
}

}  // namespace morula
