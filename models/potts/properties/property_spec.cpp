#include "models/potts/properties/property_spec.h"

#include <algorithm>

namespace morula::potts {

bool CellProgram::reads(CellInput::Kind kind) const {
  return std::ranges::any_of(inputs, [&](const CellInput& input) { return input.kind == kind; });
}

}  // namespace morula::potts
