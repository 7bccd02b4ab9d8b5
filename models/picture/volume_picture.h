// A picture of a solid made with rays: from any direction, with cuts and translucent bodies.
#pragma once

#include <span>

#include "core/threads.h"
#include "models/picture/camera.h"
#include "models/picture/colouring.h"
#include "models/picture/volume_rule.h"

namespace morula {

class DeviceCaster;

// Uses the device that holds the lattice, or else threads.
io::Image volume_picture(Model& model, const FramesSpec& frames, const Colouring& colouring,
                         ThreadPool& threads, DeviceCaster& device);

// Casts one ray for each pixel, and the others only if an edge may run through the pixel (volume_rule.h).
std::vector<PixelSums> cast_rays(const VolumeScene& scene, const VolumeSites& sites, ThreadPool& threads);

// The scene of a camera, without the part that depends on the sites.
VolumeScene scene_of(const FramesSpec& frames, const View& view, const Zoom& zoom = {});
// The part of the lattice that is shown: the cut, or the whole lattice.
Box shown_box(const VolumeSpec& volume, const Extent& lattice);
// The picture of these rays in front of the background, with the edges of the lattice.
io::Image compose(std::span<const PixelSums> sums, const FramesSpec& frames, const Colouring& colouring,
                  ThreadPool& threads, const Zoom& zoom = {});

}  // namespace morula
