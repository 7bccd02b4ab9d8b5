// The key `engine` of families that have both a bit-plane engine and a plain one.
#pragma once

#include "io/section.h"

namespace morula {

// True if the section says `engine: plain`. The default is `bitplane`, which uses bit planes if the model
// allows it.
bool chooses_plain_engine(io::Section& section);

}  // namespace morula
