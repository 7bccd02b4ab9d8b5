// The key `engine` of families that have a bit-plane engine and a plain one.
#pragma once

#include "io/section.h"

namespace morula {

// True if the section says `engine: plain`. The default is `bitplane`: bit planes where the model allows it.
bool chooses_plain_engine(io::Section& section);

}  // namespace morula
