#include "models/automaton/read/initial_states_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "models/automaton/read/pattern_reader.h"
#include "models/initial_reader.h"
#include "models/lattice_reader.h"
#include "models/sites/formula_states_reader.h"

namespace morula {
namespace {

const std::vector<std::string> start_keys = {"random", "formula", "cells", "pattern",
                                             "patterns"};  // in addition to `run`

std::string states_besides_0(const InitialStates& states) {
  if (!states.names.empty())
    return fmt::format("must be one of {}", fmt::join(std::span(states.names).subspan(1), ", "));
  return states.count == 2 ? "must be 1, the only state besides 0"
                           : fmt::format("must be a state between 1 and {}", states.count - 1);
}

std::optional<std::uint64_t> state_named(const std::string& key, const InitialStates& states) {
  const auto found = std::ranges::find(states.names, key);
  if (found != states.names.end()) return static_cast<std::uint64_t>(found - states.names.begin());
  return io::parse_whole(key);
}

// Sorted by state: in this order they divide the range of a random word among them.
std::vector<Fraction> read_fractions(io::Section& random, const InitialStates& states) {
  std::vector<Fraction> fractions;
  const io::Value& listed = *random.value("fractions");
  auto section = *random.section("fractions");
  double sum = 0;
  for (const io::Entry& entry : listed.entries) {
    section.allow(entry.key);
    const auto state = state_named(entry.key, states);
    if (!state || *state < 1 || *state >= states.count) {
      random.problems().add(entry.key_place, section.path_of(entry.key), states_besides_0(states));
      continue;
    }
    if (std::ranges::count(fractions, *state, &Fraction::state) > 0)
      random.problems().add(entry.key_place, section.path_of(entry.key), "is written twice; remove one");
    const double probability = section.real(entry.key, 0, 1).value_or(0);
    fractions.push_back({static_cast<u8>(*state), probability});
    sum += probability;
  }
  constexpr double rounding = 1e-9;  // tolerance for decimal fractions that should add up to 1
  if (sum > 1 + rounding) random.problem("fractions", fmt::format("add up to {}; must be at most 1", sum));
  std::ranges::stable_sort(fractions, {}, &Fraction::state);
  return fractions;
}

Box read_box(io::Section& random, const Lattice& lattice) {
  const Box whole_lattice{{}, lattice.global};
  auto section = random.section("box");
  if (!section) return whole_lattice;
  const auto from = read_site(*section, "from", lattice), to = read_site(*section, "to", lattice);
  section->finish();
  if (!from || !to) return whole_lattice;
  if (from->x > to->x || from->y > to->y || from->z > to->z) {
    section->problem("to",
                     "lies before 'from' on some axis; 'from' is the corner of the smaller coordinates");
    return whole_lattice;
  }
  return {*from, {to->x - from->x + 1, to->y - from->y + 1, to->z - from->z + 1}};
}

RandomFill read_random(io::Section& initial, const Lattice& lattice, const InitialStates& states) {
  RandomFill random;
  auto section = initial.section("random");
  const auto kind = section->exactly_one({"density", "fractions"});
  if (kind == "density") random.states = cumulative({{1, section->real("density", 0, 1).value_or(0)}});
  if (kind == "fractions") random.states = cumulative(read_fractions(*section, states));
  random.box = read_box(*section, lattice);
  section->finish();
  return random;
}

}  // namespace

InitialSpec read_initial(io::Section& root, const InputFolder& folder, const Lattice& lattice,
                         const InitialStates& states, io::Presence presence, Spec& spec) {
  InitialSpec start;
  auto initial = root.section("initial", presence);
  if (!initial) return start;
  for (const std::string& key : start_keys) initial->allow(key);
  if (initial->has("run")) {
    read_initial_run(*initial, folder, start_keys, spec);
  } else {
    if (initial->has("random")) start.random = read_random(*initial, lattice, states);
    if (initial->has("formula"))
      start.formula =
          read_initial_formula(*initial, lattice, {states.names, states.parameters, {}}, states.count);
    if (initial->has("random") && initial->has("formula"))
      initial->problem("formula", "cannot be joined to 'random': both give every site a state; remove one");
    start.placed = read_placed(*initial, {folder, lattice, states.count, gives_rule(root), spec});
    const io::Value& written = *root.value("initial");
    if (written.kind == io::Value::Kind::Map && written.entries.empty())
      root.problem("initial", fmt::format("needs at least one of {}, run", fmt::join(start_keys, ", ")));
  }
  initial->allow("run");
  initial->finish();
  return start;
}

}  // namespace morula
