// Initial states that every family can read.
#pragma once

#include <string>
#include <vector>

#include "io/section.h"
#include "models/input_folder.h"
#include "models/spec.h"

namespace morula {

// Reads the key `run` of the section `initial` into `spec`; the section must have that key, and must have
// none of the `other` keys.
void read_initial_run(io::Section& initial, const InputFolder& folder, const std::vector<std::string>& other,
                      Spec& spec);

}  // namespace morula
