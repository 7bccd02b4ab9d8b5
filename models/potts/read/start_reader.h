// Reads the section `initial` of a tissue.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// If the model starts from another run, this is recorded in `whole`, and the start in `spec` stays empty.
void read_start(io::Section& root, const InputFolder& folder, PottsSpec& spec, Spec& model_spec);

}  // namespace morula::potts
