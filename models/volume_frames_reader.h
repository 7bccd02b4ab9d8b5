// How frames show a solid by rays: `view: volume`, with its camera, cuts and opacities.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// Keys of `output.frames` that only `view: volume` has.
const std::vector<std::string>& volume_keys();

// From the section `frames`; `view` is what the frames are of, if that could be read.
VolumeSpec read_volume_frames(io::Section& frames, const View* view, const Lattice& lattice);

// `scale_bar` of the section `frames`.
std::optional<ScaleBar> read_scale_bar(io::Section& frames, const std::optional<Lattice>& lattice);

}  // namespace morula
