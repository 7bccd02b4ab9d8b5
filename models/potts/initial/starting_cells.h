// The initial sites and cells of a replica.
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

  const std::vector<u8>& types() const { return types_; }  // type of every cell, the medium first
  void fill(Slab slab, std::span<u32> cells) const;        // sets consecutive sites

 private:
  // A group of tiles, laid on the lattice.
  struct Laid {
    Shape shape;
    u64 width;
    Site corner;  // corner of the first tile
    Extent tiles;
    std::vector<u32> cell_of;  // 0 for a tile that is not chosen
  };

  void lay(const Tiles& tiles, u32x2 key);
  void lay_whole(const Tiles& tiles);
  u32 cell_at(Site site) const;

  Lattice lattice_;
  std::vector<Laid> laid_;
  const Labels* labels_ = nullptr;  // labels of the spec
  std::vector<u8> types_ = {0};
};

// Start of the first tile of a ball, such that the tiles lie around the centre of the ball.
Site first_tile_of_ball(const Shape& ball, u64 width);

// Divides `count` among types by fractions. Shares are rounded down, and the remainder goes to the types that
// lost most by rounding.
std::vector<u64> shares_of(const std::vector<double>& fractions, u64 count);
u8 type_of_rank(const std::vector<u64>& shares, u64 rank);  // types get successive ranks

}  // namespace morula::potts
