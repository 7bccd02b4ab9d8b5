// Reads where the regions of a tissue lie.
#pragma once

#include "io/section.h"
#include "models/automaton/tissue/tissue_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Reads a shape, or `map: {file: …, value: …}`.
RegionPlacement read_region_placement(io::Section& section, const InputFolder& folder, const Lattice& lattice,
                                      Spec& spec);

// Reads `mask`: cells where it is 0 are not tissue.
void read_mask(io::Section& tissue_section, const InputFolder& folder, const Lattice& lattice,
               TissueSpec& tissue, Spec& spec);

}  // namespace morula
