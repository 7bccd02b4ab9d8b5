// A ray through a solid of sites, in the dialect: which sites it passes, and what is seen of them.
//
// Whole numbers only, so that every processor paints the same picture. A place is counted in sites, times are
// such that a ray of length SITE_TIME passes one site. The time at which a ray meets plane k across an axis
// is `first` + k · `each`, however the ray came there: skipping empty blocks changes nothing. A
// site is passed if its last entering plane comes before its first leaving one.
#pragma once
#include "core/dialect.h"
#ifndef GLOBAL  // the host has one memory
#define GLOBAL
#endif

RULES_BEGIN

#define SITE_TIME_BITS 20
#define PLACE_BITS 16  // of a place in the rule; origins have 16 more
#define RAY_BITS 20    // of a direction in the rule; rays have 10 more
#define NO_TIME 0x4000000000000000
#define ALL_LIGHT 65536u  // of the light of a ray
#define OPAQUE 255u
#define PATH_LEVELS 64u  // of the length of a path through a site, in 1/32

// Arrays are x, y, z. All members are whole numbers of 64 bits: their layout is the same in every compiler.
typedef struct {
  i64 origin[3], origin_right[3],
      origin_down[3];  // of the first ray; from one to the next, to the right, down
  i64 ray[3], ray_right[3], ray_down[3];
  i64 size[3];            // of the box of sites that is held
  i64 from[3], to[3];     // the sites that rays stop at; beside them lie sites that only cast shade
  i64 first_layer;        // the first one that is in memory, of a lattice that is divided among ranks
  i64 nearest, farthest;  // times of the box's nearest and farthest corner
  i64 light_of_face[6];   // of 256, of the lower and the upper face across each axis
  i64 block_bits;         // blocks have 2^block_bits sites a side
  i64 blocks[3];          // along each axis
  i64 line_width;         // of the borders between cells; 0 without
  i64 absorbs;            // 1: a ray loses light along its path through a site, not at surfaces
  i64 width, height;      // of the picture
  i64 samples;            // rays of a pixel across, and down
} VolumeScene;

typedef struct {
  GLOBAL const u8* classes;  // of the sites
  GLOBAL const u32* cells;   // that borders run between; none without borders
  GLOBAL const u16* blocks;  // visible sites in each block
  GLOBAL const u32* paints;  // of the classes: red, green, blue, and the opacity of 255
  GLOBAL const u32*
      absorption;  // [class · PATH_LEVELS + length of the path]: the part of ALL_LIGHT that is lost
} VolumeSites;

// A ray along one axis. Planes are counted in the direction of the ray.
typedef struct {
  i64 first, each;  // time at plane 0, and from one plane to the next; 0 if the ray runs along the planes
  i64 next;         // time at which the ray leaves the site that it is in
  i64 place, direction;  // where the ray begins, and its part along this axis
  i64 site, step;        // the site that the ray is in, and 1 or -1 to the next one
} RayAxis;

typedef struct {
  RayAxis axes[3];
  i64 time, end;  // now, and when it leaves the box
  i32 face;       // the axis across which it has entered the site
} Ray;

// What is seen along a ray: colours times ALL_LIGHT, the part of ALL_LIGHT that nothing has absorbed yet,
// and the time at which the ray first met something visible.
typedef struct {
  u32 red, green, blue, remaining;
  i64 time;
} Seen;

RULE i64 least_of(i64 a, i64 b) { return a < b ? a : b; }
RULE i64 greatest_of(i64 a, i64 b) { return a > b ? a : b; }

// An axis of the ray for sample (right, down). A ray that never is between `from` and `to` has an end of 0.
RULE RayAxis ray_axis(GLOBAL const VolumeScene* scene, i32 axis, i64 right, i64 down) {
  RayAxis result = {0, 0, NO_TIME, 0, 0, 0, 1};
  const i64 origin =
      scene->origin[axis] + right * scene->origin_right[axis] + down * scene->origin_down[axis];
  const i64 ray = scene->ray[axis] + right * scene->ray_right[axis] + down * scene->ray_down[axis];
  result.place = origin >> 16;
  result.direction = ray >> 10;
  const i64 width = scene->size[axis] * ((i64)1 << PLACE_BITS);
  const i64 speed = result.direction < 0 ? -result.direction : result.direction;
  const i64 before = result.direction < 0 ? result.place - width : -result.place;  // the distance to plane 0
  if (result.direction < 0) result.step = -1;
  if (speed > 0) {
    result.each = ((i64)1 << (SITE_TIME_BITS + RAY_BITS)) / speed;
    result.first = before * ((i64)1 << (SITE_TIME_BITS + RAY_BITS - PLACE_BITS)) / speed;
  }
  return result;
}

// The site of an axis at a time at which the ray is in the box.
RULE RayAxis axis_at(RayAxis axis, i64 size, i64 time) {
  if (axis.each == 0) {
    axis.site = axis.place >> PLACE_BITS;
    return axis;
  }
  const i64 planes = (time - axis.first) / axis.each;
  axis.site = axis.step > 0 ? planes : size - 1 - planes;
  axis.next = axis.first + (planes + 1) * axis.each;
  return axis;
}

// The axis across whose plane the ray enters its site now; the last one if it enters across several.
RULE i32 face_now(const RayAxis* axes, i64 time) {
  i32 face = 2;
  for (i32 a = 0; a < 3; ++a)
    if (axes[a].each > 0 && axes[a].next - axes[a].each == time) face = a;
  return face;
}

// A ray at the site where it enters the box. If it misses the box, its end is not after its time.
RULE Ray ray_of(GLOBAL const VolumeScene* scene, i64 right, i64 down) {
  Ray ray;
  ray.time = 0;
  ray.end = NO_TIME;
  ray.face = 2;
  for (i32 a = 0; a < 3; ++a) {
    const RayAxis axis = ray_axis(scene, a, right, down);
    const i64 size = scene->size[a], from = scene->from[a], to = scene->to[a];
    ray.axes[a] = axis;
    if (axis.each > 0) {
      const i64 first = axis.step > 0 ? from : size - to, last = axis.step > 0 ? to : size - from;
      ray.time = greatest_of(ray.time, axis.first + first * axis.each);
      ray.end = least_of(ray.end, axis.first + last * axis.each);
    } else if (axis.place >> PLACE_BITS < from || axis.place >> PLACE_BITS >= to) {
      ray.end = 0;
    }
  }
  if (ray.time >= ray.end) return ray;
  for (i32 a = 0; a < 3; ++a) ray.axes[a] = axis_at(ray.axes[a], scene->size[a], ray.time);
  ray.face = face_now(ray.axes, ray.time);
  return ray;
}

RULE i64 next_time(const RayAxis* axes) {
  return least_of(axes[0].next, least_of(axes[1].next, axes[2].next));
}

// Moves the ray into the next site.
RULE void pass_site(Ray* ray) {
  ray->time = next_time(ray->axes);
  for (i32 a = 0; a < 3; ++a)
    if (ray->axes[a].next == ray->time) {
      ray->axes[a].next += ray->axes[a].each;
      ray->axes[a].site += ray->axes[a].step;
      ray->face = a;
    }
}

// Moves the ray out of the block of sites that it is in.
RULE void pass_block(Ray* ray, i64 block_bits) {
  const i64 last = ((i64)1 << block_bits) - 1;
  i64 time = NO_TIME;
  for (i32 a = 0; a < 3; ++a) {
    const RayAxis axis = ray->axes[a];
    const i64 within = axis.site & last, planes = axis.step > 0 ? last - within : within;
    if (axis.each > 0) time = least_of(time, axis.next + planes * axis.each);
  }
  ray->time = time;
  for (i32 a = 0; a < 3; ++a)
    while (ray->axes[a].next <= time) {
      ray->axes[a].next += ray->axes[a].each;
      ray->axes[a].site += ray->axes[a].step;
    }
  ray->face = face_now(ray->axes, time);
}

RULES_END
