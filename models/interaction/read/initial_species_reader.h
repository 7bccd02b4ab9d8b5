// Reads the initial state of competing species.
#pragma once

#include <vector>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Reads `initial`. If the model starts from another run, this is noted in `spec` and nothing is returned.
InitialSpecies read_initial_species(io::Section& root, const InputFolder& folder,
                                    const InteractionSpec& interaction, Spec& spec);

// The same number of sites for every state, empty sites included. Sites that are left over are empty.
std::vector<std::uint64_t> equal_counts(unsigned states, std::uint64_t sites);

// Numbers of sites for states whose fractions add up to 1. They are rounded down, and the sites left over go
// to the states that lost most by rounding. A state with fraction 0 gets none.
std::vector<std::uint64_t> counts_by_fraction(const std::vector<double>& fractions, std::uint64_t sites);

}  // namespace morula
