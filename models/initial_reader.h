// What every family may begin with.
#pragma once

#include <string>
#include <vector>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// `run` of the section `initial`, which has it: noted in `spec`. None of the `other` keys may stand beside
// it.
void read_initial_run(io::Section& initial, const InputFolder& folder, const std::vector<std::string>& other,
                      Spec& spec);

}  // namespace morula
