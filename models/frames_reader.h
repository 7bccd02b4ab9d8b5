// Reads what pictures show, and in which colours.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// Reads the section `frames`. The family must have been read before, since it determines the states that have
// colours.
std::optional<FramesSpec> read_frames(io::Section& output, const Spec& spec);

}  // namespace morula
