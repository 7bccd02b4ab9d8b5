// What the regions of the parallel order draw in a sub-step, many at a time, on the host:
// attempting_regions() and draw() of each, as order/region_rule.h and models/potts/README.md define them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/ceil_divide.h"
#include "core/many_draws.h"
#include "models/potts/order/regions.h"

namespace morula::potts {

// Regions that make an attempt, and their draws.
struct DrawnRegions {
  std::array<u32, draws_at_once> region, row, column;  // number, and where it is laid
  u32 count = 0;
  std::array<std::array<u32, draws_at_once>, 4> word;  // site, direction, acceptance, turn
};

// Blocks of 32 regions that are drawn for together: so many that the further halvings fill a batch of draws,
// each of which four blocks share.
constexpr u32 blocks_at_once = 4 * draws_at_once;
using Blocks = std::array<u32, blocks_at_once>;

// attempting_regions() of `count` consecutive blocks, the first of which is a multiple of 4.
inline void attempting_in_blocks(u32x2 key, u32 first_block, u32 count, u64 when, u32 halvings,
                                 Blocks& attempting) {
  ManyDraws draws;
  for (u32 start = 0; start < count; start += draws_at_once) {
    draws_from(key, first_block + start, when, 1, draws);
    std::array<WordVector, vectors_drawn> bits = draws.word[0];
    for (u32 word = 1; word < std::min(halvings, 4u); ++word)
      for (std::size_t i = 0; i < vectors_drawn; ++i) bits[i] &= draws.word[word][i];
    std::memcpy(&attempting[start], &bits, sizeof bits);
  }
  for (u32 halving = 4; halving < halvings; ++halving) {
    draws_from(key, first_block / 4, when, halving - 2, draws);
    for (u32 i = 0; i < count; ++i) attempting[i] &= draws.at(i % 4, i / 4);
  }
}

// The numbers of the regions that make an attempt, collected block by block.
struct AttemptingRegions {
  std::array<u32, 32 * blocks_at_once + 4> region;
  u32 count = 0;

  // Most blocks have at most four of them, which are written without a decision: whether there is one more
  // cannot be foreseen, and a wrong guess takes a processor longer than to write four numbers.
  void add(u32 first, u32 bits) {
    const u32 end = count + static_cast<u32>(std::popcount(bits));
    for (u32 i = 0; i < 4; ++i, bits &= bits - 1)
      region[count + i] = first + static_cast<u32>(std::countr_zero(bits));
    for (u32 i = count + 4; i < end; ++i, bits &= bits - 1)
      region[i] = first + static_cast<u32>(std::countr_zero(bits));
    count = end;
  }
};

// Draws for all regions of a row, and calls `find` for each batch of them.
template <typename Find>
void draw_row(const Regions& regions, u32x2 key, u64 when, u32 row, DrawnRegions& drawn, Find find) {
  const u32 parts = regions.cuts[0].parts;
  ManyDraws draws;
  for (u32 first = 0; first < parts; first += draws_at_once) {
    drawn.count = std::min<u32>(draws_at_once, parts - first);
    drawn.row.fill(row);
    for (u32 i = 0; i < draws_at_once; ++i) {
      drawn.column[i] = first + i;
      drawn.region[i] = row * parts + first + i;
    }
    draws_from(key, u64{row} * parts + first, when, 0, draws);
    std::memcpy(&drawn.word, &draws.word, sizeof drawn.word);
    find();
  }
}

// Bits of a block, for those of its regions whose numbers are from `first` to `end`.
inline u32 bits_within(u32 block, u32 first, u32 end) {
  const u64 start = u64{block} * 32;
  u32 chosen = ~u32{0};
  if (first > start) chosen = first - start < 32 ? chosen << (first - start) : 0;
  if (end < start + 32) chosen &= (u32{1} << (end - start)) - 1;
  return chosen;
}

// The same for those regions of some rows that make an attempt.
template <typename Find>
void draw_thinned_rows(const Regions& regions, u32x2 key, u64 when, u32 begin, u32 end, DrawnRegions& drawn,
                       Find find) {
  const auto finish_batch = [&] {
    ManyDraws draws;
    draws_at(key, drawn.region, when, 0, draws);
    std::memcpy(&drawn.word, &draws.word, sizeof drawn.word);
    find();
    drawn.count = 0;
  };
  const u32 parts = regions.cuts[0].parts, first = begin * parts, end_region = end * parts,
            end_block = static_cast<u32>(ceil_divide(end_region, 32));
  u32 row = begin, row_end = first + parts;
  drawn.count = 0;
  Blocks attempting;
  AttemptingRegions listed;
  for (u32 block = first / 128 * 4; block < end_block; block += blocks_at_once) {
    const u32 blocks = std::min(blocks_at_once, end_block - block);
    attempting_in_blocks(key, block, blocks, when, regions.halvings, attempting);
    for (u32 i = 0; i < std::min(blocks, 4u); ++i) attempting[i] &= bits_within(block + i, first, end_region);
    if (blocks > 4) attempting[blocks - 1] &= bits_within(block + blocks - 1, first, end_region);
    listed.count = 0;
    for (u32 i = 0; i < blocks; ++i) listed.add((block + i) * 32, attempting[i]);
    for (u32 i = 0; i < listed.count; ++i) {
      const u32 region = listed.region[i];
      for (; region >= row_end; row_end += parts) ++row;
      drawn.region[drawn.count] = region;
      drawn.row[drawn.count] = row;
      drawn.column[drawn.count++] = region + parts - row_end;
      if (drawn.count == draws_at_once) finish_batch();
    }
  }
  if (drawn.count > 0) finish_batch();
}

// Draws for the regions of rows from `begin` to `end`.
template <typename Find>
void draw_rows(const Regions& regions, u32x2 key, u64 when, u32 begin, u32 end, DrawnRegions& drawn,
               Find find) {
  if (regions.halvings == 0)
    for (u32 row = begin; row < end; ++row) draw_row(regions, key, when, row, drawn, find);
  else
    draw_thinned_rows(regions, key, when, begin, end, drawn, find);
}

}  // namespace morula::potts
