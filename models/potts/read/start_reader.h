// The section `initial` of a tissue.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// What starts from another run is noted in `whole`, and blank here.
void read_start(io::Section& root, const InputFolder& folder, PottsSpec& spec, Spec& whole);

}  // namespace morula::potts
