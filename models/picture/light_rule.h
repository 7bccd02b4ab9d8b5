// The brightness of a site where a ray meets it, in the dialect. It depends on the face that the ray meets,
// on the sites around it and on its distance.
#pragma once
#include "models/picture/ray_rule.h"

RULES_BEGIN

RULE u64 site_index(GLOBAL const VolumeScene* scene, i64 x, i64 y, i64 z) {
  return ((u64)(z - scene->first_layer) * (u64)scene->size[1] + (u64)y) * (u64)scene->size[0] + (u64)x;
}

RULE u32 is_inside(GLOBAL const i64* size, const i64* place) {
  return place[0] >= 0 && place[0] < size[0] && place[1] >= 0 && place[1] < size[1] && place[2] >= 0 &&
         place[2] < size[2];
}

// The opacity of a site; 0 beyond the box.
RULE u32 opacity_at(GLOBAL const VolumeScene* scene, VolumeSites sites, const i64* site) {
  if (!is_inside(scene->size, site)) return 0;
  return sites.paints[sites.classes[site_index(scene, site[0], site[1], site[2])]] >> 24;
}

RULE u32 block_count(GLOBAL const VolumeScene* scene, VolumeSites sites, i64 x, i64 y, i64 z) {
  return sites.blocks[(z * scene->blocks[1] + y) * scene->blocks[0] + x];
}

// A ray meeting a visible site.
typedef struct {
  i64 site[3];
  i64 within[3];  // the point on the site, in units of 1 / 2^PLACE_BITS
  i64 time;
  i32 face, across, along;  // the axis across the face, and the two other axes
  i64 towards;              // direction of the eye along the axis of the face: 1 or -1
} Hit;

RULE Hit hit_of(const Ray* ray) {
  Hit hit;
  hit.time = ray->time;
  hit.face = ray->face;
  hit.across = (ray->face + 1) % 3;
  hit.along = (ray->face + 2) % 3;
  hit.towards = -ray->axes[ray->face].step;
  for (i32 a = 0; a < 3; ++a) {
    const RayAxis axis = ray->axes[a];
    const i64 most = ((i64)1 << PLACE_BITS) - 1;
    const i64 place = axis.place + ((axis.direction * ray->time) >> (SITE_TIME_BITS + RAY_BITS - PLACE_BITS));
    hit.site[a] = axis.site;
    hit.within[a] = least_of(greatest_of(place - axis.site * (most + 1), 0), most);
  }
  return hit;
}

RULE u32 is_opaque_beside(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit, i64 across,
                          i64 along) {
  i64 site[3];
  site[hit->face] = hit->site[hit->face] + hit->towards;
  site[hit->across] = hit->site[hit->across] + across;
  site[hit->along] = hit->site[hit->along] + along;
  return opacity_at(scene, sites, site) == OPAQUE;
}

// The light of the sky at a corner of a face, up to 256. Up to three opaque sites can stand around the
// corner, in front of the face.
RULE i64 corner_light(u32 side, u32 other_side, u32 corner) {
  return 256 - 32 * (i64)(side && other_side ? 3 : side + other_side + corner);
}

// The part of the sky's light, up to 256, that reaches a point on a face past the neighbouring sites.
RULE i64 light_past_neighbours(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit) {
  const u32 left = is_opaque_beside(scene, sites, hit, -1, 0);
  const u32 right = is_opaque_beside(scene, sites, hit, 1, 0);
  const u32 below = is_opaque_beside(scene, sites, hit, 0, -1);
  const u32 above = is_opaque_beside(scene, sites, hit, 0, 1);
  const i64 first = corner_light(left, below, is_opaque_beside(scene, sites, hit, -1, -1));
  const i64 second = corner_light(right, below, is_opaque_beside(scene, sites, hit, 1, -1));
  const i64 third = corner_light(left, above, is_opaque_beside(scene, sites, hit, -1, 1));
  const i64 fourth = corner_light(right, above, is_opaque_beside(scene, sites, hit, 1, 1));
  const i64 across = hit->within[hit->across] >> (PLACE_BITS - 8);
  const i64 along = hit->within[hit->along] >> (PLACE_BITS - 8);
  return ((first * (256 - across) + second * across) * (256 - along) +
          (third * (256 - across) + fourth * across) * along) >>
         16;
}

// The part of the light that passes larger bodies: it depends on how full the blocks are around a point one
// block in front of the face.
RULE i64 light_past_blocks(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit) {
  const i64 block_bits = scene->block_bits, side = (i64)1 << (block_bits + PLACE_BITS);
  i64 block[3], part[3];
  for (i32 a = 0; a < 3; ++a) {
    i64 place = hit->site[a] * ((i64)1 << PLACE_BITS) + hit->within[a] - side / 2;
    if (a == hit->face) place += hit->towards * side;
    block[a] = place >> (block_bits + PLACE_BITS);
    part[a] = (place - block[a] * side) >> (block_bits + PLACE_BITS - 8);
  }
  i64 sum = 0;
  for (i32 corner = 0; corner < 8; ++corner) {
    const i64 x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    const i64 weight =
        (x ? part[0] : 256 - part[0]) * (y ? part[1] : 256 - part[1]) * (z ? part[2] : 256 - part[2]);
    const i64 there[3] = {block[0] + x, block[1] + y, block[2] + z};
    if (is_inside(scene->blocks, there))
      sum += weight * (i64)block_count(scene, sites, there[0], there[1], there[2]);
  }
  return 256 - (115 * sum >> (24 + 3 * block_bits));
}

// Does a border run along the edge of a face on this side? The cell on the other side is the site in front of
// the neighbour if that is visible, else the neighbour itself. If neither is visible, the body ends there,
// without a border.
RULE u32 is_border(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit, i32 axis, i64 side) {
  i64 beside[3], before[3];
  for (i32 a = 0; a < 3; ++a) beside[a] = hit->site[a];
  beside[axis] += side;
  for (i32 a = 0; a < 3; ++a) before[a] = beside[a];
  before[hit->face] += hit->towards;
  const u32 cell = sites.cells[site_index(scene, hit->site[0], hit->site[1], hit->site[2])];
  if (opacity_at(scene, sites, before) > 0)
    return sites.cells[site_index(scene, before[0], before[1], before[2])] != cell;
  if (opacity_at(scene, sites, beside) > 0)
    return sites.cells[site_index(scene, beside[0], beside[1], beside[2])] != cell;
  return 0;
}

RULE u32 is_on_border(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit) {
  const i64 width = scene->line_width, most = ((i64)1 << PLACE_BITS) - width;
  const i64 across = hit->within[hit->across], along = hit->within[hit->along];
  return (across < width && is_border(scene, sites, hit, hit->across, -1)) ||
         (across >= most && is_border(scene, sites, hit, hit->across, 1)) ||
         (along < width && is_border(scene, sites, hit, hit->along, -1)) ||
         (along >= most && is_border(scene, sites, hit, hit->along, 1));
}

// The light at the point that a ray meets, from 0 to 256: the lamp's light times the sky's, weakened slightly
// with distance (haze).
RULE i64 light_at(GLOBAL const VolumeScene* scene, VolumeSites sites, const Hit* hit) {
  const i64 lamp = scene->light_of_face[2 * hit->face + (hit->towards > 0 ? 1 : 0)];
  const i64 sky = light_past_neighbours(scene, sites, hit) * light_past_blocks(scene, sites, hit) >> 8;
  const i64 depth = greatest_of(scene->farthest - scene->nearest, 1);
  const i64 haze = 256 - least_of(greatest_of(hit->time - scene->nearest, 0), depth) * 48 / depth;
  const i64 light = (lamp * sky >> 8) * haze >> 8;
  return scene->line_width > 0 && is_on_border(scene, sites, hit) ? light * 5 >> 4 : light;
}

RULES_END
