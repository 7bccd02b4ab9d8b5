// What a user may write for an automaton.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/lattice.h"
#include "io/section.h"
#include "models/automaton/automaton_rule.h"
#include "models/automaton/rle.h"
#include "models/spec.h"

namespace morula {

struct RandomStart {
  double density = 0;
};

struct CellsStart {
  std::vector<Site> live;
};

struct PatternStart {
  Pattern pattern;
  Site at;
};

struct BlankStart {};  // restored from another run

struct AutomatonSpec : FamilySpec {
  Lattice lattice;
  int reach = 2;  // of the neighbourhood: see automaton_rule.h
  LifeRule rule{};
  std::variant<BlankStart, RandomStart, CellsStart, PatternStart> initial;
};

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec);

}  // namespace morula
