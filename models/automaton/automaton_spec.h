// What a user may write for an automaton.
#pragma once

#include <filesystem>
#include <string>

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
  std::string rule_name;  // as Golly has it; empty where it has no such rule
  InitialSpec initial;
};

void read_automaton(io::Section& root, const std::filesystem::path& folder, Spec& spec);

}  // namespace morula
