// A ray through a solid of sites, in the dialect: which sites it passes, and what is seen of them.
//
// Only integers are used, so that every processor paints the same picture. Places are in units of sites; in a
// time of SITE_TIME, a ray along an axis passes one site. The ray meets plane k across an axis at time
// `first` + k · `interval`, whichever way it was advanced, so that skipping empty blocks changes nothing. A
// site is passed if the ray crosses its last entering plane before its first leaving plane.
#pragma once
#include "core/dialect.h"
#ifndef GLOBAL  // the host has one memory
#define GLOBAL
#endif

RULES_BEGIN

#define SITE_TIME_BITS 20
#define PLACE_BITS 16  // bits of the fraction of a place in the rule; origins have 16 more
#define RAY_BITS 20    // bits of the fraction of a direction in the rule; rays have 10 more
#define NO_TIME 0x4000000000000000
#define ALL_LIGHT 65536u  // the light of a ray
#define OPAQUE 255u
#define PATH_LEVELS 64u  // levels of the length of a path through a site, in units of 1/32

// Arrays are in the order x, y, z. All members are 64-bit integers, so that their layout is the same in every
// compiler.
typedef struct {
  i64 origin[3], origin_right[3],
      origin_down[3];  // of the first ray, and its change from one ray to the next, to the right and down
  i64 ray[3], ray_right[3], ray_down[3];
  i64 size[3];            // of the box of sites in memory
  i64 from[3], to[3];     // the sites at which rays stop; sites outside only cast shade
  i64 first_layer;        // the first layer in memory, if the lattice is divided among ranks
  i64 nearest, farthest;  // times of the nearest and the farthest corner of the box
  i64 light_of_face[6];   // up to 256, for the lower and the upper face across each axis
  i64 block_bits;         // a block has 2^block_bits sites along each side
  i64 blocks[3];          // number along each axis
  i64 line_width;         // of the borders between cells; 0 without borders
  i64 absorbs;            // 1: a ray loses light along its path through a site, not at surfaces
  i64 width, height;      // of the picture
  i64 samples;            // rays of a pixel along each side
} VolumeScene;

typedef struct {
  GLOBAL const u8* classes;  // of the sites
  GLOBAL const u32* cells;   // the cells between which borders run; unused without borders
  GLOBAL const u16* blocks;  // number of visible sites in each block
  GLOBAL const u32* paints;  // of the classes: red, green, blue and opacity, each up to 255
  // Indexed by class * PATH_LEVELS + length of the path: the part of ALL_LIGHT that is lost.
  GLOBAL const u32* absorption;
} VolumeSites;

// A ray along one axis. Planes are counted in the direction of the ray.
typedef struct {
  // Time at plane 0, and from one plane to the next; 0 if the ray is parallel to the planes.
  i64 first, interval;
  i64 next;              // time at which the ray leaves its current site
  i64 place, direction;  // where the ray begins, and the component of its direction along this axis
  i64 site, step;        // the current site, and 1 or -1 to the next one
} RayAxis;

typedef struct {
  RayAxis axes[3];
  i64 time, end;  // the current time, and the time at which the ray leaves the box
  i32 face;       // the axis across which the ray entered its current site
} Ray;

// What is seen along a ray: colours times ALL_LIGHT, the part of ALL_LIGHT that has not been absorbed, and
// the time at which the ray first met something visible.
typedef struct {
  u32 red, green, blue, remaining;
  i64 time;
} Seen;

RULE i64 least_of(i64 a, i64 b) { return a < b ? a : b; }
RULE i64 greatest_of(i64 a, i64 b) { return a > b ? a : b; }

// One axis of the ray for sample (right, down).
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
    result.interval = ((i64)1 << (SITE_TIME_BITS + RAY_BITS)) / speed;
    result.first = before * ((i64)1 << (SITE_TIME_BITS + RAY_BITS - PLACE_BITS)) / speed;
  }
  return result;
}

// Sets the site along an axis at a time at which the ray is in the box.
RULE RayAxis axis_at(RayAxis axis, i64 size, i64 time) {
  if (axis.interval == 0) {
    axis.site = axis.place >> PLACE_BITS;
    return axis;
  }
  const i64 planes = (time - axis.first) / axis.interval;
  axis.site = axis.step > 0 ? planes : size - 1 - planes;
  axis.next = axis.first + (planes + 1) * axis.interval;
  return axis;
}

// The axis across whose plane the ray enters its current site; if it enters across several at once, the last
// of them.
RULE i32 face_now(const RayAxis* axes, i64 time) {
  i32 face = 2;
  for (i32 a = 0; a < 3; ++a)
    if (axes[a].interval > 0 && axes[a].next - axes[a].interval == time) face = a;
  return face;
}

// The ray at the site where it enters the box. If it misses the box, its end is not after its time.
RULE Ray ray_of(GLOBAL const VolumeScene* scene, i64 right, i64 down) {
  Ray ray;
  ray.time = 0;
  ray.end = NO_TIME;
  ray.face = 2;
  for (i32 a = 0; a < 3; ++a) {
    const RayAxis axis = ray_axis(scene, a, right, down);
    const i64 size = scene->size[a], from = scene->from[a], to = scene->to[a];
    ray.axes[a] = axis;
    if (axis.interval > 0) {
      const i64 first = axis.step > 0 ? from : size - to, last = axis.step > 0 ? to : size - from;
      ray.time = greatest_of(ray.time, axis.first + first * axis.interval);
      ray.end = least_of(ray.end, axis.first + last * axis.interval);
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
      ray->axes[a].next += ray->axes[a].interval;
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
    if (axis.interval > 0) time = least_of(time, axis.next + planes * axis.interval);
  }
  ray->time = time;
  for (i32 a = 0; a < 3; ++a)
    while (ray->axes[a].next <= time) {
      ray->axes[a].next += ray->axes[a].interval;
      ray->axes[a].site += ray->axes[a].step;
    }
  ray->face = face_now(ray->axes, time);
}

RULES_END
