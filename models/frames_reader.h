// What pictures show, and in which colours.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// The section `frames`; what the family has read says which states there are to colour.
std::optional<FramesSpec> read_frames(io::Section& output, const Spec& spec);

}  // namespace morula
