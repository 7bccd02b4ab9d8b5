// The sites and cells that a replica begins with.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/field.h"
#include "core/philox.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

class StartingCells {
 public:
  StartingCells(const PottsSpec& spec, u64 seed, u64 replica);

  const std::vector<u8>& types() const { return types_; }  // of every cell, the medium first
  void fill(Slab slab, std::span<u32> cells) const;        // of consecutive sites

 private:
  // A group of tiles, laid on the lattice.
  struct Laid {
    Shape shape;
    u64 width;
    Site corner;  // of the first tile
    Extent tiles;
    std::vector<u32> cell_of;  // 0 where a tile is left out
  };

  void lay(const Tiles& tiles, u32x2 key);
  void lay_whole(const Tiles& tiles);
  u32 cell_at(Site site) const;

  Lattice lattice_;
  std::vector<Laid> laid_;
  const Labels* labels_ = nullptr;  // of the spec
  std::vector<u8> types_ = {0};
};

// Where the first tile of a ball begins for the tiles to lie around its centre.
Site first_tile_of_ball(const Shape& ball, u64 width);

// How many of `count` things each type gets: rounded down, and what is left over to those that lost most by
// it.
std::vector<u64> shares_of(const std::vector<double>& fractions, u64 count);
u8 type_of_rank(const std::vector<u64>& shares, u64 rank);  // types share out the ranks in their order

}  // namespace morula::potts
