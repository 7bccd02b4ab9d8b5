// Which regions the parallel order takes, and in how many turns: README.md, "How regions are chosen". The
// choice depends on the model file alone, never on the processor.
#pragma once

#include "models/potts/potts_spec.h"

namespace morula::potts {

// R: the smallest side of a region.
std::uint32_t region_side(const PottsSpec& spec);

// k: the number of turns in which a region makes the attempts of a Monte Carlo step.
std::uint32_t region_turns(const PottsSpec& spec);
constexpr std::uint64_t most_turns = 1u << 16;

// Puts both into the spec, so that they are not chosen again.
void choose_regions(PottsSpec& spec);

}  // namespace morula::potts
