// Reads `until: {when: "tree == 0"}`, which any model file may have.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// Must be called after the family's keys and `output` have been read, which determine the columns and the
// steps of the rows.
void read_until(io::Section& root, Spec& spec);

}  // namespace morula
