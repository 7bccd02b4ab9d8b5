// How frames show a solid with rays: `view: volume`, with its camera, cuts and opacities.
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

// Keys of `output.frames` that are only for `view: volume`.
const std::vector<std::string>& volume_keys();

// Reads the section `frames`; `view` is the view that the frames show, if it could be read.
VolumeSpec read_volume_frames(io::Section& frames, const View* view, const Lattice& lattice);

// Reads `scale_bar` of the section `frames`.
std::optional<ScaleBar> read_scale_bar(io::Section& frames, const std::optional<Lattice>& lattice);

}  // namespace morula
