// `until: {when: "tree == 0"}` of every model file.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// After the family's keys and `output`, which say what the columns are and when there are rows.
void read_until(io::Section& root, Spec& spec);

}  // namespace morula
