// Reads the initial state of competing species.
#pragma once

#include <vector>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Reads `initial`. Where the model starts from another run, that is noted in `spec`, and nothing is returned.
InitialSpecies read_initial_species(io::Section& root, const InputFolder& folder,
                                    const InteractionSpec& interaction, Spec& spec);

// The same number of sites for every state, empty included; what is left over is empty.
std::vector<std::uint64_t> equal_counts(unsigned states, std::uint64_t sites);

// Sites for states whose fractions add up to 1: rounded down, and what is left over goes to those that lost
// most by rounding. A state with fraction 0 gets none.
std::vector<std::uint64_t> counts_by_fraction(const std::vector<double>& fractions, std::uint64_t sites);

}  // namespace morula
