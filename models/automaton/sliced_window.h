// A piece of a sliced lattice with all that its next steps depend on, copied to where it stays in the cache.
// A row has one more word at either end: what is not known beyond that goes wrong by one cell a step, and
// does not reach the piece within a word's length of steps. So the steps themselves know no boundary.
#pragma once

#include <optional>

#include "models/automaton/sliced_rows.h"

namespace morula {

// Words word … word + words of the rows y … y + rows, in the planes z … z + depth of the lattice.
struct Piece {
  Index word = 0, words = 0;
  Index y = 0, rows = 0;
  Index z = 0, depth = 1;
};

// Rows of a window, plane after plane. A row follows the row before it without a gap: what lies beyond its
// ends is not known anyway.
class WindowRows {
 public:
  // Room for so many rows of so many words. What it holds is lost.
  void reserve(Index rows, Index words, unsigned planes) {
    planes_ = planes;
    stride_ = stride_of(words);
    next_plane_ = rows * stride_;
    if (next_plane_ * planes + 2 * vector_words > words_.size())
      words_.resize(next_plane_ * planes + 2 * vector_words);
  }
  // The words of a row: a multiple of a vector's, with one more than the piece has at either end.
  static Index stride_of(Index words) { return (words + 2 + vector_words - 1) / vector_words * vector_words; }

  // Begins with the word before the piece's first.
  u64* row(Index row, unsigned plane = 0) {
    return words_.data() + plane * next_plane_ + row * stride_ + vector_words;
  }
  const u64* row(Index row, unsigned plane = 0) const {
    return words_.data() + plane * next_plane_ + row * stride_ + vector_words;
  }
  unsigned planes() const { return planes_; }
  Index stride() const { return stride_; }
  Index next_plane() const { return next_plane_; }

 private:
  unsigned planes_ = 1;
  Index stride_ = 0, next_plane_ = 0;
  std::vector<u64> words_;
};

// Copies rows from a lattice to windows and back.
class WindowFrame {
 public:
  explicit WindowFrame(const Lattice& lattice);

  // A coordinate that may lie outside, as one inside; nothing beyond a fixed boundary.
  std::optional<Index> inside(i64 at, Index side) const;

  // Row y of plane z, which may lie outside.
  void gather(const SlicedRows& from, const Piece& piece, i64 y, i64 z, WindowRows& to, Index row) const;
  void scatter(const WindowRows& from, Index row, const Piece& piece, Index y, Index z, SlicedRows& to) const;

  // Cells beyond a fixed boundary stay 0: to be called for each row of a window after each step but the last.
  void clear_outside(const Piece& piece, WindowRows& window, Index row) const;

 private:
  void gather_words(const u64* from, const Piece& piece, u64* to) const;
  u64 first_cells(const u64* row) const;  // as the cells beyond the right end of the row
  u64 last_cells(const u64* row) const;   // as the cells before its left end
  bool ends_row(const Piece& piece) const { return piece.word + piece.words == words_; }

  Lattice lattice_;
  Index width_, words_, in_last_;  // cells, words, and cells in the last word of a row
};

}  // namespace morula
