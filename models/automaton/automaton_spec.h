// What a user may write for an automaton.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/lattice.h"
#include "io/section.h"
#include "models/automaton/rle.h"
#include "models/automaton/tissue_spec.h"
#include "models/automaton/transitions.h"
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
  Neighbourhood neighbourhood;
  Transitions transitions;         // the rule: what the plain engines compute with
  std::optional<CycleRule> cycle;  // the same rule where the sliced engines can hold it
  std::string rule_name;           // as Golly writes it; empty for tissue
  std::optional<TissueSpec> tissue;
  bool plain = false;      // compute with the plain engine whatever the rule
  bool skip_quiet = true;  // leave out tiles in which nothing changes
  std::variant<BlankStart, RandomStart, CellsStart, PatternStart> initial;
};

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec);

}  // namespace morula
