// What a user may write for an automaton.
#pragma once

#include <filesystem>

#include "core/lattice.h"
#include "io/section.h"
#include "models/automaton/automaton_initial_spec.h"
#include "models/automaton/automaton_rule.h"
#include "models/spec.h"

namespace morula {

struct AutomatonSpec : FamilySpec {
  Lattice lattice;
  int reach = 2;  // of the neighbourhood: see automaton_rule.h
  LifeRule rule{};
  InitialSpec initial;
};

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec);

}  // namespace morula
