// Memory layout of a lattice in engines. The halo is as wide as the farthest-reaching term needs, so that a
// neighbour is always at the same distance in memory. On a periodic axis the halo repeats the sites of the
// other end; at a wall it holds the word `outside`.
//
// A site is one word: the number of its cell and, in the lowest bits, the cell's type, so that contacts need
// no look-up in the table of cells.
#pragma once

#include <array>

#include "core/dialect.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

struct PaddedLattice {
  PaddedLattice() = default;
  explicit PaddedLattice(const PottsSpec& spec);

  u64 index(u64 x, u64 y, u64 z) const {
    return ((z + halo[2]) * held[1] + y + halo[1]) * held[0] + x + halo[0];
  }
  i64 distance(const Neighbour& offset) const {
    return (i64{offset.dz} * static_cast<i64>(held[1]) + offset.dy) * static_cast<i64>(held[0]) + offset.dx;
  }
  bool is_near_end(u32 x, u32 y, u32 z) const {
    return periodic && (x - halo[0] >= inner[0] || y - halo[1] >= inner[1] || z - halo[2] >= inner[2]);
  }

  std::array<u32, 3> side = {1, 1, 1};   // sites
  std::array<u32, 3> halo = {0, 0, 0};   // width at either end
  std::array<u64, 3> held = {1, 1, 1};   // sites and halos
  std::array<u32, 3> inner = {1, 1, 1};  // sites that no halo repeats; they begin at `halo`
  std::array<bool, 3> wraps = {};        // periodic
  bool periodic = false;                 // is any axis periodic?
  u64 size = 1;                          // words
};

// The largest distance in memory, in words, between two sites that are at most `reach` apart along each axis.
i64 farthest_distance(const PaddedLattice& padded, u32 reach, unsigned dimensions);

// Layout of the word of a site in a model.
struct SiteWords {
  SiteWords() = default;
  explicit SiteWords(u32 types_with_outside);

  u64 most_cells() const { return (u64{1} << (32 - type_bits)) - 1; }  // including the medium
  u32 word(u32 cell, u32 type) const { return cell << type_bits | type; }
  u32 cell(u32 word) const { return word >> type_bits; }
  u32 type(u32 word) const { return word & ((1u << type_bits) - 1); }

  u32 type_bits = 1;
  u32 outside = 0;  // the word beyond a wall
};

// Calls `at` with the place of a site and of every repetition of it.
template <typename At>
void for_images(const PaddedLattice& padded, u32 x, u32 y, u32 z, At at) {
  const std::array<u32, 3> place = {x, y, z};
  std::array<i64, 3> repetition{};  // along each axis; the site's own coordinate if it is not repeated
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const i64 coordinate = place[axis], side = padded.side[axis];
    const bool low = padded.wraps[axis] && place[axis] < padded.halo[axis];
    const bool high = padded.wraps[axis] && place[axis] + padded.halo[axis] >= padded.side[axis];
    repetition[axis] = low ? coordinate + side : high ? coordinate - side : coordinate;
  }
  for (unsigned which = 0; which < 8; ++which) {
    std::array<i64, 3> image{};
    bool is_new = true;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool repeated = (which >> axis & 1) != 0;
      is_new = is_new && (!repeated || repetition[axis] != place[axis]);
      image[axis] = repeated ? repetition[axis] : place[axis];
    }
    if (is_new)
      at(padded.index(static_cast<u64>(image[0]), static_cast<u64>(image[1]), static_cast<u64>(image[2])));
  }
}

}  // namespace morula::potts
