// What is observed of a tissue: its phases, re-entry, conduction velocity.
#pragma once

#include "models/automaton/automaton_engine.h"
#include "models/model.h"

namespace morula {

Observation observe_tissue(const TissueSpec& tissue, const Lattice& lattice, AutomatonEngine& engine,
                           std::uint64_t time);

}  // namespace morula
