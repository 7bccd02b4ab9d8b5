// CompuCell3D's PIF files, which have a line for each box of sites, "CELL TYPE x1 x2 y1 y2 [z1 z2]".
#pragma once

#include <string>
#include <vector>

#include "core/lattice.h"
#include "models/potts/initial/start.h"

namespace morula::potts {

// The cells of a PIF text. Cell numbers of the file become 1, 2, … in the order in which they first occur.
// The type "Medium" is the medium, whatever its name in the model; other types are found by name. Later lines
// overwrite sites of earlier ones. Throws SpecError with all problems, each with its line of `source`.
Labels read_pif(const std::string& text, const std::string& source, const Lattice& lattice,
                const std::vector<std::string>& types);

}  // namespace morula::potts
