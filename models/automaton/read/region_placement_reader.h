// Where the regions of a tissue lie, as a model file says it.
#pragma once

#include "io/section.h"
#include "models/automaton/tissue/tissue_spec.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// A shape, or `map: {file: …, value: …}`.
RegionPlacement read_region_placement(io::Section& section, const InputFolder& folder, const Lattice& lattice,
                                      Spec& spec);

// `mask`: cells where it is 0 are no tissue.
void read_mask(io::Section& tissue_section, const InputFolder& folder, const Lattice& lattice,
               TissueSpec& tissue, Spec& spec);

}  // namespace morula
