// Reads what a user may write for a P system: `steps`, `membrane`, `output.series`, `output.trace`,
// `output.tree`.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/membrane/membrane_spec.h"

namespace morula::membrane {

void read_membrane(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula::membrane
