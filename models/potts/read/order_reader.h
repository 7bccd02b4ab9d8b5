// Reads in which order the attempts of a tissue are made, and the regions of the parallel order.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"
#include "models/spec.h"

namespace morula::potts {

constexpr std::uint64_t longest_side = std::uint64_t{1} << 30;  // of a lattice, in sites

// Reads `order`, `exclusive` and `regions` of the section potts.
void read_order(io::Section& section, PottsSpec& spec, Spec& model_spec);

// Chooses the regions if the model does not give them, checks that they can be numbered, and reports them.
void check_order(io::Section& root, PottsSpec& spec, Spec& model_spec);

}  // namespace morula::potts
