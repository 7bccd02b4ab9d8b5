// A piece of a sliced lattice with all that its next steps depend on, copied to where it stays in the cache.
// A row has one more word at either end: what is not known beyond that goes wrong by one cell a step, and
// does not reach the piece within a word's length of steps. So the steps themselves know no boundary.
#pragma once

#include <optional>

#include "models/automaton/bitplane/threads/bitplane_lattice.h"

namespace morula {

// Words word … word + words of the rows y … y + rows, in the planes z … z + depth of the lattice.
struct Piece {
  Index word = 0, words = 0;
  Index y = 0, rows = 0;
  Index z = 0, depth = 1;
};

constexpr Index whole_vectors(Index words) { return parts_of(words, vector_words) * vector_words; }

// Where the words of a row go, and those before and behind it.
struct RowPlaces {
  u64* words;
  u64* before;
  u64* behind;
};

// Rows of a window, plane after plane. A row follows the row before it without a gap: what lies beyond its
// ends is not known anyway.
class WindowRows {
 public:
  // Room for so many rows of so many words. What it holds is lost.
  void reserve(Index rows, Index words, unsigned planes) {
    stride_ = whole_vectors(words + 2);
    next_plane_ = rows * stride_;
    if (next_plane_ * planes + 2 * vector_words > words_.size())
      words_.resize(next_plane_ * planes + 2 * vector_words);
  }

  // Begins with the word before the piece's first.
  u64* row(Index row, unsigned plane = 0) {
    return words_.data() + plane * next_plane_ + row * stride_ + vector_words;
  }
  RowPlaces places(Index at, Index words, unsigned plane) {
    u64* const first = row(at, plane);
    return {first + 1, first, first + words + 1};
  }
  // The words of a row: a multiple of a vector's, with one more than the piece has at either end.
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

// Copies rows from a lattice to windows and back.
class WindowFrame {
 public:
  explicit WindowFrame(const Lattice& lattice);

  // A coordinate that may lie outside, as one inside; nothing beyond a fixed boundary.
  std::optional<Index> inside(i64 at, Index side) const {
    const auto length = static_cast<i64>(side);
    if (at >= 0 && at < length) return static_cast<Index>(at);
    if (lattice_.boundary.all(Boundary::Fixed)) return std::nullopt;
    return static_cast<Index>((at % length + length) % length);
  }

  // Row y of plane z, which may lie outside; `places` says where each of the state's planes goes.
  template <typename Places>
  void gather(const SlicedRows& from, const Piece& piece, i64 y, i64 z, const Places& places) const {
    const auto inside_y = inside(y, lattice_.local.y), inside_z = inside(z, lattice_.local.z);
    for (unsigned plane = 0; plane < from.planes(); ++plane) {
      const RowPlaces to = places(plane);
      if (inside_y && inside_z)
        gather_words(from.row(*inside_z * lattice_.local.y + *inside_y, plane), piece, to);
      else
        clear(piece, to);
    }
  }

  // The words before and behind a piece of a row of the lattice. Where the row ends within a word, the cells
  // behind it begin there: close_row puts them in their place.
  u64 before(const u64* row, const Piece& piece) const {
    return piece.word > 0 ? row[piece.word - 1] : is_periodic() ? last_cells(row) : 0;
  }
  u64 behind(const u64* row, const Piece& piece) const {
    return !ends_row(piece) ? row[piece.word + piece.words] : is_periodic() ? first_cells(row) : 0;
  }
  void close_row(const Piece& piece, const RowPlaces& row) const {
    if (!ends_row(piece) || in_last_ == word_bits) return;
    row.words[piece.words - 1] |= *row.behind << in_last_;
    *row.behind >>= word_bits - in_last_;
  }

  static void clear(const Piece& piece, const RowPlaces& to) {
    std::fill_n(to.words, piece.words, u64{0});
    *to.before = *to.behind = 0;
  }

  // Cells beyond a fixed boundary stay 0: to be called for each row and plane after each step but the last.
  void clear_outside(const Piece& piece, const RowPlaces& row) const {
    if (is_periodic()) return;
    if (piece.word == 0) *row.before = 0;
    if (!ends_row(piece)) return;
    row.words[piece.words - 1] &= ~u64{0} >> (word_bits - in_last_);
    *row.behind = 0;
  }

  // The words of a row, from where they are in a window.
  void scatter(const u64* from, const Piece& piece, Index row, unsigned plane, SlicedRows& to) const {
    u64* words = to.row(row, plane) + piece.word;
    copy_words(from, piece.words, words);
    if (ends_row(piece)) words[piece.words - 1] &= to.last_mask();
  }

 private:
  void gather_words(const u64* from, const Piece& piece, const RowPlaces& to) const {
    copy_words(from + piece.word, piece.words, to.words);
    *to.before = before(from, piece);
    *to.behind = behind(from, piece);
    close_row(piece, to);
  }

  // The cells that come again beyond the right end of a row, and before its left end.
  u64 first_cells(const u64* row) const { return width_ < word_bits ? repeated(row[0]) : row[0]; }
  u64 last_cells(const u64* row) const {
    if (in_last_ == word_bits) return row[words_ - 1];
    if (width_ < word_bits) return repeated_to_the_end(row[0]);
    return (row[words_ - 1] << (word_bits - in_last_)) | (row[words_ - 2] >> in_last_);
  }
  u64 repeated(u64 row) const;
  u64 repeated_to_the_end(u64 row) const;
  bool is_periodic() const { return lattice_.boundary.all(Boundary::Periodic); }
  bool ends_row(const Piece& piece) const { return piece.word + piece.words == words_; }

  Lattice lattice_;
  Index width_, words_, in_last_;  // cells, words, and cells in the last word of a row
};

}  // namespace morula
