// What is seen along a ray through a solid of sites, in the dialect.
#pragma once
#include "models/picture/light_rule.h"

RULES_BEGIN

// A site takes `part` of the remaining light of a ray.
RULE Seen with_light(Seen seen, u32 paint, u32 part, i64 light, i64 time) {
  if (seen.remaining == ALL_LIGHT) seen.time = time;
  seen.red += part * (u32)((i64)(paint & 255u) * light >> 8);
  seen.green += part * (u32)((i64)(paint >> 8 & 255u) * light >> 8);
  seen.blue += part * (u32)((i64)(paint >> 16 & 255u) * light >> 8);
  seen.remaining -= part;
  return seen;
}

RULE u32 path_level(i64 time) { return (u32)least_of(time >> (SITE_TIME_BITS - 5), (i64)PATH_LEVELS - 1); }

RULE Seen cast_ray(GLOBAL const VolumeScene* scene, VolumeSites sites, i64 right, i64 down) {
  Seen seen = {0, 0, 0, ALL_LIGHT, NO_TIME};
  Ray ray = ray_of(scene, right, down);
  u32 class_before = ~0u;  // of the site before this one, if that was visible
  const i64 block_bits = scene->block_bits;
  while (ray.time < ray.end) {
    const i64 x = ray.axes[0].site, y = ray.axes[1].site, z = ray.axes[2].site;
    if (block_count(scene, sites, x >> block_bits, y >> block_bits, z >> block_bits) == 0) {
      class_before = ~0u;
      pass_block(&ray, block_bits);
      continue;
    }
    const u32 site_class = sites.classes[site_index(scene, x, y, z)];
    const u32 paint = sites.paints[site_class], opacity = paint >> 24;
    if (opacity > 0) {
      const i64 path = next_time(ray.axes) - ray.time;
      if (scene->absorbs) {
        const u32 lost = sites.absorption[site_class * PATH_LEVELS + path_level(path)];
        seen = with_light(seen, paint, (u32)((u64)seen.remaining * lost >> 16), 256, ray.time);
      } else if (opacity == OPAQUE || site_class != class_before) {
        const Hit hit = hit_of(&ray);
        seen = with_light(seen, paint, seen.remaining * opacity / OPAQUE, light_at(scene, sites, &hit),
                          ray.time);
      }
      if (seen.remaining <= ALL_LIGHT >> 8) return seen;
    }
    class_before = opacity > 0 ? site_class : ~0u;
    pass_site(&ray);
  }
  return seen;
}

RULES_END
