// What a user may write for the initial state of competing species.
#pragma once

#include <filesystem>
#include <vector>

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Reads `initial`. What starts from another run is noted in `spec`, and blank.
SpeciesStart read_species_start(io::Section& root, const std::filesystem::path& folder,
                                const InteractionSpec& interaction, Spec& spec);

// As many sites for every state, empty among them, as there can be; what is left over is empty.
std::vector<std::uint64_t> equal_counts(unsigned states, std::uint64_t sites);

// Sites for states with fractions that add up to 1: rounded down, and what is left over to those that lost
// most by it. A state with fraction 0 gets none.
std::vector<std::uint64_t> counts_by_fraction(const std::vector<double>& fractions, std::uint64_t sites);

}  // namespace morula
