// The blocks of the combs that act in a refined phase, packed into words of 32 so that they interact like the
// blocks of a row. Word n belongs to the n-th comb. See order/combs.h.
#pragma once

#include <array>
#include <vector>

#include "models/interaction/bitplane/threads/row_interaction.h"

namespace morula {

class PackedCombs {
 public:
  // Combs are taken out of rows of blocks, each of which is `row_vectors` vectors long.
  PackedCombs(const InteractionSpec& interaction, u64 row_vectors);

  static constexpr u64 vectors = most_words_decided / words_in_vector + 1;  // of the packed words

  // Takes comb n out of column `column` of a row of blocks; `first` is the position of its first block in
  // that column.
  void take(u64 n, const BlockRow& row, u64 column, u32 first);
  void take_nothing(u64 n);
  // The combs that have been taken, as a row.
  BlockRow row();
  // Puts the first `count` combs back where they were taken from.
  void put_back(u64 count);

 private:
  struct Origin {
    std::array<bits*, MOST_SITES> site;  // null where nothing was taken
    u64 column;
    u32 first;
  };
  u32* packed(u32 site, u32 plane) {
    return reinterpret_cast<u32*>(&packed_[(u64{site} * planes_ + plane) * 2 * vectors]);
  }
  u32* side(u32 axis, u32 which) { return reinterpret_cast<u32*>(&sides_[(axis * 2 + which) * vectors]); }
  void find_sides(u64 n, const BlockRow& row, u64 column, u32 first);

  u32 planes_, sites_;
  u32 spacing_;
  u64 next_plane_;                 // in a row
  std::vector<InsideRow> inside_;  // of a row at each offset; empty if every site is inside
  std::vector<bits> packed_, sides_;
  SidesInside sides_inside_{};
  std::array<Origin, most_words_decided> origins_;
};

}  // namespace morula
