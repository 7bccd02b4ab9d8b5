// What is seen along a ray through a solid of sites, in the dialect.
#pragma once
#include "models/picture/light_rule.h"

RULES_BEGIN

// Adds a site that takes `part` of the remaining light of a ray.
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
  u32 class_before = ~0u;  // of the site before this one, if it was visible
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

// The sums over the rays of a pixel: red, green and blue times ALL_LIGHT, and the remaining light.
typedef struct {
  u32 red, green, blue, remaining;
} PixelSums;

RULE PixelSums plus_ray(PixelSums sums, Seen seen) {
  sums.red += seen.red;
  sums.green += seen.green;
  sums.blue += seen.blue;
  sums.remaining += seen.remaining;
  return sums;
}

// The sums of `rays` equal rays.
RULE PixelSums times_rays(PixelSums sums, u32 rays) {
  sums.red *= rays;
  sums.green *= rays;
  sums.blue *= rays;
  sums.remaining *= rays;
  return sums;
}

// Casts the first ray of a pixel.
RULE PixelSums cast_first(GLOBAL const VolumeScene* scene, VolumeSites sites, i64 x, i64 y) {
  PixelSums sums = {0, 0, 0, 0};
  return plus_ray(sums, cast_ray(scene, sites, x * scene->samples, y * scene->samples));
}

#define LARGEST_DIFFERENCE 4u  // of 255, between pixels that look alike

RULE u32 is_alike(u32 a, u32 b) { return (a > b ? a - b : b - a) <= LARGEST_DIFFERENCE * ALL_LIGHT; }

RULE u32 are_alike(PixelSums a, PixelSums b) {
  return is_alike(a.red, b.red) && is_alike(a.green, b.green) && is_alike(a.blue, b.blue) &&
         is_alike(a.remaining * 255, b.remaining * 255);
}

// May an edge run through a pixel? Its other rays lie between its first ray and the first rays of the pixels
// to the right, below, and below to the right.
RULE u32 has_edge(GLOBAL const VolumeScene* scene, GLOBAL const PixelSums* firsts, i64 x, i64 y) {
  const i64 right = least_of(x + 1, scene->width - 1), below = least_of(y + 1, scene->height - 1);
  const PixelSums first = firsts[y * scene->width + x], beside = firsts[y * scene->width + right],
                  under = firsts[below * scene->width + x], diagonal = firsts[below * scene->width + right];
  return !are_alike(first, beside) || !are_alike(first, under) || !are_alike(first, diagonal) ||
         !are_alike(beside, under);
}

// Casts all rays of a pixel. Without an edge, all of them count as equal to the first.
RULE PixelSums cast_pixel(GLOBAL const VolumeScene* scene, VolumeSites sites, GLOBAL const PixelSums* firsts,
                          i64 x, i64 y) {
  PixelSums sums = firsts[y * scene->width + x];
  const i64 samples = scene->samples;
  if (!has_edge(scene, firsts, x, y)) return times_rays(sums, (u32)(samples * samples));
  for (i64 ray = 1; ray < samples * samples; ++ray)
    sums = plus_ray(sums, cast_ray(scene, sites, x * samples + ray % samples, y * samples + ray / samples));
  return sums;
}

RULES_END
