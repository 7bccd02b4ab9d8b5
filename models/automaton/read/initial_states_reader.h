// Reads the section `initial` of an automaton.
#pragma once

#include <string>
#include <vector>

#include "io/section.h"
#include "models/automaton/initial/initial_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// The states that `initial` may name: by number, and by name where the model file gives names.
struct InitialStates {
  unsigned count = 2;
  std::vector<std::string> names{};
  std::vector<RuleParameter> parameters{};  // that initial.formula may name
};

// Reads `initial` of an automaton with these states. A start from another run goes into `spec`; the lattice
// is blank then.
InitialSpec read_initial(io::Section& root, const InputFolder& folder, const Lattice& lattice,
                         const InitialStates& states, io::Presence presence, Spec& spec);

}  // namespace morula
