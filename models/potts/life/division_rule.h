// Cuts a cell in two, in whole numbers, so that every processor makes the same cuts. docs/life.md is the
// definition.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/image_rule.h"

RULES_BEGIN

// The axis along which a cell is cut.
#define CUT_SHORT 0u
#define CUT_LONG 1u
#define CUT_RANDOM 2u
#define CUT_GIVEN 3u

// Sides of a cut. The set of sides that must be connected is a sum of 1 << side.
#define MOTHER_SIDE 0u
#define DAUGHTER_SIDE 1u

// Values of `which` in the random numbers of a division: for the cell, and for sites on the cut.
#define AXIS_DRAW 0u
#define TIE_DRAW 1u

#define SCALE_LIMIT_BITS 20u
#define SQUARINGS 12u
// Bound of the number of sites times their largest coordinate, so that sums and products fit into 64 bits.
#define MOST_SITES_TIMES_REACH ((u64)1 << 30)

// A site relative to the first site of its cell, or a direction.
typedef struct {
  i64 x, y, z;
} CutVector;

// A matrix, row by row.
typedef struct {
  i64 at[9];
} CutMatrix;

// Sums over the sites of a cell, and its extent relative to its first site.
typedef struct {
  i64 sites;
  CutVector sum, least, most;
  i64 xx, xy, xz, yy, yz, zz;
} CutMoments;

// The vector from `first` to `site`, by the shorter path on periodic axes. `sides` has the lengths of
// periodic axes, and 0 for the others.
RULE CutVector seen_from(CutVector site, CutVector first, CutVector sides) {
  CutVector away = {nearest_image((i32)(site.x - first.x), (i32)sides.x),
                    nearest_image((i32)(site.y - first.y), (i32)sides.y),
                    nearest_image((i32)(site.z - first.z), (i32)sides.z)};
  return away;
}

RULE i64 lesser(i64 a, i64 b) { return a < b ? a : b; }
RULE i64 greater(i64 a, i64 b) { return a > b ? a : b; }

RULE CutMoments no_moments(void) {
  CutMoments none = {0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 0};
  return none;
}

RULE CutMoments moments_of_site(CutVector at) {
  CutMoments moments = {1,           at,          at,          at,          at.x * at.x,
                        at.x * at.y, at.x * at.z, at.y * at.y, at.y * at.z, at.z * at.z};
  return moments;
}

// Sums of two parts of a cell. `least` and `most` include the first site, which is at 0.
RULE CutMoments added_moments(CutMoments a, CutMoments b) {
  CutMoments sum = {
      a.sites + b.sites,
      {a.sum.x + b.sum.x, a.sum.y + b.sum.y, a.sum.z + b.sum.z},
      {lesser(a.least.x, b.least.x), lesser(a.least.y, b.least.y), lesser(a.least.z, b.least.z)},
      {greater(a.most.x, b.most.x), greater(a.most.y, b.most.y), greater(a.most.z, b.most.z)},
      a.xx + b.xx,
      a.xy + b.xy,
      a.xz + b.xz,
      a.yy + b.yy,
      a.yz + b.yz,
      a.zz + b.zz};
  return sum;
}

// Does the cell extend over at most half of every periodic side, and do its sums fit?
RULE u32 can_be_cut(CutMoments cell, CutVector sides) {
  if (sides.x > 0 && 2 * (cell.most.x - cell.least.x + 1) > sides.x) return 0;
  if (sides.y > 0 && 2 * (cell.most.y - cell.least.y + 1) > sides.y) return 0;
  if (sides.z > 0 && 2 * (cell.most.z - cell.least.z + 1) > sides.z) return 0;
  i64 reach = greater(greater(cell.most.x, cell.most.y), cell.most.z);
  reach = greater(reach, -lesser(lesser(cell.least.x, cell.least.y), cell.least.z));
  return (u64)cell.sites * (u64)reach <= MOST_SITES_TIMES_REACH ? 1u : 0u;
}

// Second moments about the centroid: n Σ r rᵀ − Σ r (Σ r)ᵀ
RULE CutMatrix about_centroid(CutMoments cell) {
  i64 n = cell.sites;
  CutVector s = cell.sum;
  i64 xx = n * cell.xx - s.x * s.x, xy = n * cell.xy - s.x * s.y, xz = n * cell.xz - s.x * s.z,
      yy = n * cell.yy - s.y * s.y, yz = n * cell.yz - s.y * s.z, zz = n * cell.zz - s.z * s.z;
  CutMatrix matrix = {{xx, xy, xz, xy, yy, yz, xz, yz, zz}};
  return matrix;
}

// Halves all entries until the largest is below 2^20; rounds towards zero, so that signs are treated alike.
RULE CutMatrix scaled_down(CutMatrix matrix) {
  i64 largest = 0;
  for (u32 i = 0; i < 9; ++i) largest = greater(largest, matrix.at[i] < 0 ? -matrix.at[i] : matrix.at[i]);
  u32 halvings = 0;
  while (largest >> halvings >> SCALE_LIMIT_BITS != 0) ++halvings;
  for (u32 i = 0; i < 9; ++i)
    matrix.at[i] = matrix.at[i] < 0 ? -(-matrix.at[i] >> halvings) : matrix.at[i] >> halvings;
  return matrix;
}

RULE CutMatrix matrix_product(CutMatrix a, CutMatrix b) {
  CutMatrix product = {{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (u32 i = 0; i < 3; ++i)
    for (u32 j = 0; j < 3; ++j)
      for (u32 k = 0; k < 3; ++k) product.at[3 * i + j] += a.at[3 * i + k] * b.at[3 * k + j];
  return product;
}

// The eigenvector of the largest eigenvalue of a matrix without negative eigenvalues. The word decides
// between lattice axes that lie equally close to it, as all do for a square or a cube.
RULE CutVector dominant_direction(CutMatrix matrix, u32 word) {
  matrix = scaled_down(matrix);
  for (u32 i = 0; i < SQUARINGS; ++i) matrix = scaled_down(matrix_product(matrix, matrix));
  i64 largest = greater(greater(matrix.at[0], matrix.at[4]), matrix.at[8]);
  u32 equal = 0;
  for (u32 i = 0; i < 3; ++i) equal += matrix.at[4 * i] == largest ? 1u : 0u;
  u32 passed_over = (u32)((u64)word * equal >> 32), column = 0;
  while (matrix.at[4 * column] != largest || passed_over > 0) {
    if (matrix.at[4 * column] == largest) --passed_over;
    ++column;
  }
  CutVector direction = {matrix.at[column], matrix.at[3 + column], matrix.at[6 + column]};
  return direction;
}

RULE CutMatrix adjugate(CutMatrix m) {
  CutMatrix result = {{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (u32 i = 0; i < 3; ++i)
    for (u32 j = 0; j < 3; ++j) {
      u32 r0 = 3 * ((j + 1) % 3), r1 = 3 * ((j + 2) % 3), c0 = (i + 1) % 3, c1 = (i + 2) % 3;
      result.at[3 * i + j] = m.at[r0 + c0] * m.at[r1 + c1] - m.at[r0 + c1] * m.at[r1 + c0];
    }
  return result;
}

RULE CutVector perpendicular_2d(CutVector direction) {
  CutVector turned = {-direction.y, direction.x, 0};
  return turned;
}

RULE CutVector longest_axis(CutMoments cell, u32 word) {
  return dominant_direction(about_centroid(cell), word);
}

RULE CutVector shortest_axis(CutMoments cell, u32 dimensions, u32 word) {
  if (dimensions == 2) return perpendicular_2d(longest_axis(cell, word));
  return dominant_direction(adjugate(scaled_down(about_centroid(cell))), word);
}

// The longest axis perpendicular to `along`: the dominant direction of P C P, with P = (a · a) 1 − a aᵀ.
RULE CutVector longest_axis_across(CutMoments cell, CutVector along, u32 word) {
  i64 a[3] = {along.x, along.y, along.z}, squared = along.x * along.x + along.y * along.y + along.z * along.z;
  CutMatrix across = {{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (u32 i = 0; i < 3; ++i)
    for (u32 j = 0; j < 3; ++j) across.at[3 * i + j] = (i == j ? squared : 0) - a[i] * a[j];
  across = scaled_down(across);
  return dominant_direction(
      matrix_product(scaled_down(matrix_product(across, scaled_down(about_centroid(cell)))), across), word);
}

// The normal of the cut, all zero if the cell has no such axis. `given` is the normal itself for a random
// cut, and the direction of the cut if that is given. The word decides between equal axes.
RULE CutVector normal_of_cut(u32 axis, CutMoments cell, CutVector given, u32 dimensions, u32 word) {
  if (axis == CUT_SHORT) return longest_axis(cell, word);
  if (axis == CUT_LONG) return shortest_axis(cell, dimensions, word);
  if (axis == CUT_RANDOM) return given;
  return dimensions == 2 ? perpendicular_2d(given) : longest_axis_across(cell, given, word);
}

// The sign of the result tells on which side of the cut a site lies.
RULE i64 side_of_cut(CutVector at, CutMoments cell, CutVector normal) {
  return normal.x * (at.x * cell.sites - cell.sum.x) + normal.y * (at.y * cell.sites - cell.sum.y) +
         normal.z * (at.z * cell.sites - cell.sum.z);
}

// Does a site go to the new cell? A random word of the cell decides which side becomes the new cell. For a
// site that lies on the cut, a random word of the site decides on which side it is.
RULE u32 is_of_daughter(i64 side, u32 word_of_site, u32 word_of_cell) {
  u32 is_before = side == 0 ? word_of_site & 1u : side < 0 ? 1u : 0u;
  return is_before == (word_of_cell & 1u) ? 1u : 0u;
}

RULES_END
