// Reads the section `initial` of an automaton.
#pragma once

#include <string>
#include <vector>

#include "io/section.h"
#include "models/automaton/initial/initial_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// The states that `initial` may use: by number, and by name if the model file names them.
struct InitialStates {
  unsigned count = 2;
  std::vector<std::string> names{};
  std::vector<RuleParameter> parameters{};  // parameters that initial.formula may use
};

// Reads `initial` for an automaton with these states. If the run starts from another run, this is noted in
// `spec`, and the lattice stays blank.
InitialSpec read_initial(io::Section& root, const InputFolder& folder, const Lattice& lattice,
                         const InitialStates& states, io::Presence presence, Spec& spec);

}  // namespace morula
