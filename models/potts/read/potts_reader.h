// What a user may write for a tissue: `lattice`, `steps`, `replicas`, `potts`, `initial` and `output.cells`.
#pragma once

#include <filesystem>

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

void read_potts(io::Section& root, const std::filesystem::path& folder, Spec& spec);

}  // namespace morula::potts
