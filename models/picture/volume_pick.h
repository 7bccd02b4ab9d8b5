// The site of a solid that is seen at a pixel.
#pragma once

#include <optional>

#include "models/picture/solid_sites.h"

namespace morula {

// The first visible site along the ray of a pixel; nothing if the ray meets none. describe_blocks() must have
// been called for the scene.
std::optional<Site> site_seen(const VolumeScene& scene, const SolidSites& solid, const ClassPaints& paints,
                              i64 x, i64 y);

}  // namespace morula
