// Bit planes of lattices whose rows are short. A row of at most 64 blocks takes one or two words and would
// leave most of a vector empty. Therefore the even rows of a layer are laid one behind the other, and so are
// the odd rows; together they interact like one long row of blocks. Blocks along y are then to these rows
// what blocks along x are to bits: bit b of row a in the four rows of a plane stands for the sites (2b, 2a),
// (2b + 1, 2a), (2b, 2a + 1) and (2b + 1, 2a + 1). A layer is held as the last phase that used it needed it:
// at offset 1 odd sites are turned by one bit, and odd rows by one row.
#pragma once

#include <array>
#include <vector>

#include "models/interaction/bitplane/threads/bitplane_rows.h"
#include "models/interaction/bitplane/threads/row_interaction.h"

namespace morula {

class FoldedLayers {
 public:
  // Can a model be computed in this form? Its rows must be short enough, the lattice whole, periodic and
  // even, every block must act, and there must be enough replicas or layers for this many threads.
  static bool suit(const InteractionSpec& interaction, u64 threads);
  static u64 bytes(const InteractionSpec& interaction);

  explicit FoldedLayers(const InteractionSpec& interaction);

  u64 words() const { return words_; }      // of blocks, in a folded row
  u64 vectors() const { return vectors_; }  // that hold them
  u64 layers() const { return layers_; }

  // fold() copies the rows of a layer, which must be at offset 0, into the folded form; unfold() copies them
  // back.
  void fold(const BitplaneRows& rows, u64 replica, u64 layer);
  void unfold(u64 replica, u64 layer, BitplaneRows& rows);

  void set_offset(u64 replica, u64 layer, std::array<u32, 2> offset);
  // The blocks of two layers, or of one in 2D, which must be held at this offset.
  BlockRow blocks(u64 replica, std::array<u64, 2> layers, std::array<u32, 2> offset);

 private:
  static constexpr u64 most_row_words = 2;

  bits* row(u64 replica, u64 layer, u32 parity_y, u32 plane, u32 parity_x) {
    return &row_bits_[(((replica * layers_ + layer) * 2 + parity_y) * planes_ + plane) * 2 * vectors_ +
                      parity_x * vectors_];
  }
  // Calls visit(words, row in BitplaneRows, plane, parity of x) for each row of a layer.
  template <typename Visit>
  void for_rows(u64 replica, u64 layer, const Visit& visit);
  void turn_sites(bits* row, bool up) const;
  void turn_rows(bits* row, bool up) const;

  unsigned planes_, dimensions_;
  u64 odd_sites_, height_, layers_, row_words_, words_, vectors_;
  std::vector<bits> row_bits_;               // [replica][layer][parity of y][plane][parity of x][vector]
  std::vector<std::array<u32, 2>> offsets_;  // [replica][layer]
};

}  // namespace morula
