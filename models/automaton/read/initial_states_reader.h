// Reads the section `initial` of an automaton.
#pragma once

#include "io/section.h"
#include "models/automaton/initial/initial_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Reads `initial` of an automaton with this many states. A start from another run goes into `spec`; the
// lattice is blank then.
InitialSpec read_initial(io::Section& root, const InputFolder& folder, const Lattice& lattice,
                         unsigned states, io::Presence presence, Spec& spec);

}  // namespace morula
