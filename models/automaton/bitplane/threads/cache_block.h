// A block of a lattice of bit planes, copied with its halo into memory that stays in the cache, so that the
// steps themselves need not test for the boundary. The halo in x is one word at either end of a row. Cells
// beyond the halo are unknown; the error this causes moves inwards by one cell per step and does not reach
// the block within 64 steps.
#pragma once

#include <optional>

#include "models/automaton/bitplane/threads/bitplane_lattice.h"

namespace morula {

// The words word … word + words - 1 of the rows y … y + rows - 1, in the planes z … z + depth - 1 of the
// lattice.
struct CacheBlock {
  Index word = 0, words = 0;
  Index y = 0, rows = 0;
  Index z = 0, depth = 1;
};

// The indices from `begin` to `end` - 1.
struct IndexRange {
  Index begin = 0, end = 0;
};

constexpr Index whole_vectors(Index words) { return ceil_divide(words, vector_words) * vector_words; }

// Pointers to the words of a row, and to the words of the halo before and behind it.
struct RowPointers {
  u64* words;
  u64* before;
  u64* behind;
};

// The rows of a block and its halo, plane after plane. There is no gap between rows, since cells beyond their
// ends are unknown anyway.
class CacheBlockRows {
 public:
  // Makes room for this many rows of this many words. The contents are lost.
  void reserve(Index rows, Index words, unsigned planes) {
    stride_ = whole_vectors(words + 2);
    next_plane_ = rows * stride_;
    if (next_plane_ * planes + 2 * vector_words > words_.size())
      words_.resize(next_plane_ * planes + 2 * vector_words);
  }

  // The row, beginning with the word before the block's first.
  u64* row(Index row, unsigned plane = 0) {
    return words_.data() + plane * next_plane_ + row * stride_ + vector_words;
  }
  RowPointers pointers(Index at, Index words, unsigned plane) {
    u64* const first = row(at, plane);
    return {first + 1, first, first + words + 1};
  }
  // The words from one row to the next: those of the block and one more at either end, rounded up to whole
  // vectors.
  Index stride() const { return stride_; }
  Index next_plane() const { return next_plane_; }

 private:
  Index stride_ = 0, next_plane_ = 0;
  std::vector<u64> words_;
};

inline void copy_words(const u64* from, Index words, u64* to) {
  Index at = 0;
  for (; at + vector_words <= words; at += vector_words) store(to + at, load(from + at));
  for (; at < words; ++at) to[at] = from[at];
}

// Copies rows between a lattice and a block, and fills the halo according to the boundary.
class BlockHalo {
 public:
  explicit BlockHalo(const Lattice& lattice);

  // A coordinate that may lie outside, wrapped around a periodic boundary; nothing beyond a fixed boundary.
  std::optional<Index> wrapped_y(i64 y) const { return wrapped(y, lattice_.stored.y, lattice_.boundary.y); }
  std::optional<Index> wrapped_z(i64 z) const { return wrapped(z, lattice_.stored.z, lattice_.boundary.z); }

  // Of the `rows` rows from row y on, those that do not lie beyond a fixed boundary; counted from y.
  IndexRange inside_y(i64 y, Index rows) const;
  // The words of a row that steps must compute, counted from the word before the block's first. Words beyond
  // a fixed end of the row are left out: they stay 0.
  IndexRange computed_words(const CacheBlock& block) const {
    return {!wraps_rows() && block.word == 0 ? Index{1} : Index{0},
            block.words + (!wraps_rows() && ends_row(block) ? 1 : 2)};
  }

  // Copies row y of plane z, which may lie outside; `pointers` gives the destination for each bit plane.
  template <typename PointersOf>
  void gather(const BitplaneLattice& from, const CacheBlock& block, i64 y, i64 z,
              const PointersOf& pointers) const {
    const auto inside_y = wrapped_y(y), inside_z = wrapped_z(z);
    for (unsigned plane = 0; plane < from.planes(); ++plane) {
      const RowPointers to = pointers(plane);
      if (inside_y && inside_z)
        gather_words(from.row(*inside_z * lattice_.stored.y + *inside_y, plane), block, to);
      else
        clear(block, to);
    }
  }

  // The words before and behind a block's part of a row. If the row ends within a word, the cells behind it
  // belong in the rest of that word: close_row() moves them there.
  u64 before(const u64* row, const CacheBlock& block) const {
    return block.word > 0 ? row[block.word - 1] : wraps_rows() ? last_cells(row) : 0;
  }
  u64 behind(const u64* row, const CacheBlock& block) const {
    return !ends_row(block) ? row[block.word + block.words] : wraps_rows() ? first_cells(row) : 0;
  }
  void close_row(const CacheBlock& block, const RowPointers& row) const {
    if (!ends_row(block) || in_last_ == word_bits) return;
    row.words[block.words - 1] |= *row.behind << in_last_;
    *row.behind >>= word_bits - in_last_;
  }

  static void clear(const CacheBlock& block, const RowPointers& to) {
    std::fill_n(to.words, block.words, u64{0});
    *to.before = *to.behind = 0;
  }

  // Sets the cells beyond fixed ends of a row to 0. Call it for each row and plane after each step except the
  // last.
  void clear_outside(const CacheBlock& block, const RowPointers& row) const {
    if (wraps_rows()) return;
    if (block.word == 0) *row.before = 0;
    if (!ends_row(block)) return;
    row.words[block.words - 1] &= ~u64{0} >> (word_bits - in_last_);
    *row.behind = 0;
  }

  // Copies a row of the block to the lattice.
  void scatter(const u64* from, const CacheBlock& block, Index row, unsigned plane,
               BitplaneLattice& to) const {
    u64* words = to.row(row, plane) + block.word;
    copy_words(from, block.words, words);
    if (ends_row(block)) words[block.words - 1] &= to.last_mask();
  }

 private:
  static std::optional<Index> wrapped(i64 at, Index side, Boundary boundary) {
    const auto length = static_cast<i64>(side);
    if (at >= 0 && at < length) return static_cast<Index>(at);
    if (boundary == Boundary::Fixed) return std::nullopt;
    return static_cast<Index>((at % length + length) % length);
  }

  void gather_words(const u64* from, const CacheBlock& block, const RowPointers& to) const {
    copy_words(from + block.word, block.words, to.words);
    *to.before = before(from, block);
    *to.behind = behind(from, block);
    close_row(block, to);
  }

  // The cells that appear again beyond the right end of a periodic row, and before its left end.
  u64 first_cells(const u64* row) const { return width_ < word_bits ? repeated(row[0]) : row[0]; }
  u64 last_cells(const u64* row) const {
    if (in_last_ == word_bits) return row[words_ - 1];
    if (width_ < word_bits) return repeated_to_the_end(row[0]);
    return (row[words_ - 1] << (word_bits - in_last_)) | (row[words_ - 2] >> in_last_);
  }
  u64 repeated(u64 row) const;
  u64 repeated_to_the_end(u64 row) const;
  bool wraps_rows() const { return lattice_.boundary.x == Boundary::Periodic; }
  bool ends_row(const CacheBlock& block) const { return block.word + block.words == words_; }

  Lattice lattice_;
  Index width_, words_, in_last_;  // cells, words, and cells in the last word of a row
};

}  // namespace morula
