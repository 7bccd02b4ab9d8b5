#include "models/picture/volume_pick.h"

namespace morula {

std::optional<Site> site_seen(const VolumeScene& scene, const SolidSites& solid, const ClassPaints& paints,
                              i64 x, i64 y) {
  const VolumeSites sites = solid.view(paints);
  const Site& first = solid.box().first;
  for (Ray ray = ray_of(&scene, x * scene.samples, y * scene.samples); ray.time < ray.end; pass_site(&ray)) {
    const i64 at_x = ray.axes[0].site, at_y = ray.axes[1].site, at_z = ray.axes[2].site;
    const u32 site_class = sites.classes[site_index(&scene, at_x, at_y, at_z)];
    if (paints.paints[site_class] >> 24 > 0)
      return Site{first.x + static_cast<Index>(at_x), first.y + static_cast<Index>(at_y),
                  first.z + static_cast<Index>(at_z)};
  }
  return std::nullopt;
}

}  // namespace morula
