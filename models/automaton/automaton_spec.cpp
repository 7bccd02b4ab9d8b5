#include "models/automaton/automaton_spec.h"

#include <fmt/format.h>

#include "models/automaton/rule_spec.h"
#include "models/lattice_reader.h"

namespace morula {
namespace {

void read_automaton_section(io::Section& root, const std::filesystem::path& folder,
                            AutomatonSpec& automaton) {
  auto section = root.section("automaton", io::Presence::Required);
  if (!section) return;
  automaton.plain = section->choice("engine", {"fast", "plain"}) == "plain";
  automaton.skip_quiet = section->choice("quiet_regions", {"skip", "compute"}) != "compute";
  read_rule(*section, folder, std::nullopt, automaton);
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
    read_automaton_section(root, folder, *automaton);
    read_initial(root, folder, *automaton, spec);
  } else {  // what the rest means depends on the lattice
    root.allow("automaton");
    root.allow("initial");
  }
  spec.section = automaton;
}

}  // namespace morula
