#include "models/automaton/sliced_window.h"

namespace morula {

WindowFrame::WindowFrame(const Lattice& lattice)
    : lattice_(lattice),
      width_(lattice.local.x),
      words_(SlicedRows::words_in(width_)),
      in_last_(width_ - (words_ - 1) * word_bits) {}

std::optional<Index> WindowFrame::inside(i64 at, Index side) const {
  const auto length = static_cast<i64>(side);
  if (at >= 0 && at < length) return static_cast<Index>(at);
  if (lattice_.boundary == Boundary::Fixed) return std::nullopt;
  return static_cast<Index>((at % length + length) % length);
}

void WindowFrame::gather(const SlicedRows& from, const Piece& piece, i64 y, i64 z, WindowRows& to,
                         Index row) const {
  const auto inside_y = inside(y, lattice_.local.y), inside_z = inside(z, lattice_.local.z);
  for (unsigned plane = 0; plane < from.planes(); ++plane) {
    if (inside_y && inside_z)
      gather_words(from.row(*inside_z * lattice_.local.y + *inside_y, plane), piece, to.row(row, plane));
    else
      std::fill_n(to.row(row, plane), piece.words + 2, u64{0});
  }
}

void WindowFrame::gather_words(const u64* from, const Piece& piece, u64* to) const {
  const bool periodic = lattice_.boundary == Boundary::Periodic;
  to[0] = piece.word > 0 ? from[piece.word - 1] : periodic ? last_cells(from) : 0;
  std::memcpy(to + 1, from + piece.word, piece.words * sizeof(u64));
  u64& beyond = to[piece.words + 1];
  if (!ends_row(piece)) {
    beyond = from[piece.word + piece.words];
    return;
  }
  beyond = periodic ? first_cells(from) : 0;
  if (in_last_ == word_bits) return;
  to[piece.words] |= beyond << in_last_;
  beyond >>= word_bits - in_last_;
}

u64 WindowFrame::first_cells(const u64* row) const {
  u64 cells = row[0];
  for (Index known = width_; known < word_bits; known *= 2) cells |= cells << known;
  return cells;
}

u64 WindowFrame::last_cells(const u64* row) const {
  if (width_ < word_bits) {  // the row over and over, so that its last cell comes last
    const Index skipped = (width_ - word_bits % width_) % width_;
    return (first_cells(row) >> skipped) | (first_cells(row) << (width_ - skipped));
  }
  if (in_last_ == word_bits) return row[words_ - 1];
  return (row[words_ - 1] << (word_bits - in_last_)) | (row[words_ - 2] >> in_last_);
}

void WindowFrame::scatter(const WindowRows& from, Index row, const Piece& piece, Index y, Index z,
                          SlicedRows& to) const {
  for (unsigned plane = 0; plane < to.planes(); ++plane) {
    u64* words = to.row(z * lattice_.local.y + y, plane) + piece.word;
    std::memcpy(words, from.row(row, plane) + 1, piece.words * sizeof(u64));
    if (ends_row(piece)) words[piece.words - 1] &= to.last_mask();
  }
}

void WindowFrame::clear_outside(const Piece& piece, WindowRows& window, Index row) const {
  if (lattice_.boundary == Boundary::Periodic) return;
  for (unsigned plane = 0; plane < window.planes(); ++plane) {
    u64* words = window.row(row, plane);
    if (piece.word == 0) words[0] = 0;
    if (!ends_row(piece)) continue;
    words[piece.words] &= ~u64{0} >> (word_bits - in_last_);
    words[piece.words + 1] = 0;
  }
}

}  // namespace morula
