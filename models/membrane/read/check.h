#pragma once

#include <string>
#include <vector>

#include "models/membrane/system.h"

namespace morula::membrane {

// Finds probable mistakes in a system that can nevertheless run: rules that can never apply, objects that no
// rule consumes, labels that no membrane has. Objects that are `wanted` need not be consumed.
std::vector<Problem> warnings_of(const System& system, const std::string& file,
                                 const std::vector<u32>& wanted = {});

}  // namespace morula::membrane
