#include "models/automaton/bitplane/threads/cache_block.h"

namespace morula {

BlockHalo::BlockHalo(const Lattice& lattice)
    : lattice_(lattice),
      width_(lattice.stored.x),
      words_(BitplaneLattice::words_in(width_)),
      in_last_(width_ - (words_ - 1) * word_bits) {}

IndexRange BlockHalo::inside_y(i64 y, Index rows) const {
  if (lattice_.boundary.y == Boundary::Periodic) return {0, rows};
  const auto in_block = [&](i64 row) {
    return static_cast<Index>(std::clamp<i64>(row, 0, static_cast<i64>(rows)));
  };
  return {in_block(-y), in_block(static_cast<i64>(lattice_.stored.y) - y)};
}

// Fill a word with copies of a row that is shorter than a word: repeated() starts with the row's first cell,
// repeated_to_the_end() ends with its last.
u64 BlockHalo::repeated(u64 row) const {
  for (Index known = width_; known < word_bits; known *= 2) row |= row << known;
  return row;
}

u64 BlockHalo::repeated_to_the_end(u64 row) const {
  const Index skipped = (width_ - word_bits % width_) % width_;
  return (repeated(row) >> skipped) | (repeated(row) << (width_ - skipped));
}

}  // namespace morula
