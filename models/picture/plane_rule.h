// A window on a plane of sites, in the dialect: the colour of a pixel from the samples in it.
#pragma once
#include "core/dialect.h"
#ifndef GLOBAL  // the host has one memory
#define GLOBAL
#endif

RULES_BEGIN

#define RECIPROCAL_BITS 20
#define BORDER_PAINT 0u  // black

// All members are 64-bit integers, so that their layout is the same in every compiler.
typedef struct {
  i64 width, height;          // of the window, in pixels
  i64 samples;                // samples of a pixel along each axis
  i64 reciprocal;             // 2^RECIPROCAL_BITS divided by the number of samples of a pixel, rounded up
  i64 first_column, columns;  // of the samples that lie on the plane
  i64 first_row, rows;
  i64 has_borders;   // draw a line where the border values of two neighbouring samples differ
  i64 surroundings;  // the paint beside the plane
} PlaneScene;

// The contents of the samples on the plane, row by row. The lowest byte of a paint is red, the next are green
// and blue.
typedef struct {
  GLOBAL const u8* classes;
  GLOBAL const u32* borders;  // unused without borders
  GLOBAL const u32* paints;   // of the classes
} PlaneSamples;

RULE u32 sample_paint(GLOBAL const PlaneScene* scene, PlaneSamples samples, i64 column, i64 row) {
  const i64 x = column - scene->first_column, y = row - scene->first_row;
  if (x < 0 || y < 0 || x >= scene->columns || y >= scene->rows) return (u32)scene->surroundings;
  const i64 at = y * scene->columns + x;
  if (scene->has_borders) {
    const u32 border = samples.borders[at];
    if (x > 0 && samples.borders[at - 1] != border) return BORDER_PAINT;
    if (y > 0 && samples.borders[at - scene->columns] != border) return BORDER_PAINT;
  }
  return samples.paints[samples.classes[at]];
}

RULE u32 averaged(GLOBAL const PlaneScene* scene, u32 sum) {
  const u32 count = (u32)(scene->samples * scene->samples);
  return (sum + count / 2) * (u32)scene->reciprocal >> RECIPROCAL_BITS;
}

RULE u32 plane_pixel(GLOBAL const PlaneScene* scene, PlaneSamples samples, i64 x, i64 y) {
  const i64 samples_per_side = scene->samples;
  if (samples_per_side == 1) return sample_paint(scene, samples, x, y);
  u32 red = 0, green = 0, blue = 0;
  for (i64 row = y * samples_per_side; row < (y + 1) * samples_per_side; ++row)
    for (i64 column = x * samples_per_side; column < (x + 1) * samples_per_side; ++column) {
      const u32 paint = sample_paint(scene, samples, column, row);
      red += paint & 255u;
      green += paint >> 8 & 255u;
      blue += paint >> 16 & 255u;
    }
  return averaged(scene, red) | averaged(scene, green) << 8 | averaged(scene, blue) << 16;
}

RULES_END
