// A lattice in memory as bit planes, one for each binary digit of the states, in rows of 64-bit words. Bits
// beyond a row's last cell are zero.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "core/ceil_divide.h"
#include "core/lattice.h"
#include "models/automaton/bitplane/bitplane_rule.h"

namespace morula {

constexpr Index word_bits = 64;
constexpr Index vector_words = sizeof(bits) / sizeof(u64);

inline bits load(const u64* words) {
  bits value;
  std::memcpy(&value, words, sizeof value);
  return value;
}
inline void store(u64* words, bits value) { std::memcpy(words, &value, sizeof value); }

// Converts eight bits to eight cells of one byte each, and back.
inline constexpr std::array<u64, 256> eight_cells = [] {
  std::array<u64, 256> table{};
  for (u64 cells = 0; cells < 256; ++cells)
    for (u64 i = 0; i < 8; ++i) table[cells] |= ((cells >> i) & 1) << (8 * i);
  return table;
}();
constexpr u64 eight_bits(u64 bytes) { return ((bytes & 0x0101010101010101u) * 0x0102040810204080u) >> 56; }

class BitplaneLattice {
 public:
  BitplaneLattice(Index width, Index rows, unsigned planes)
      : width_(width), rows_(rows), planes_(planes), words_(bytes(width, rows, planes) / sizeof(u64)) {}

  static Index words_in(Index width) { return ceil_divide(width, word_bits); }
  static std::uint64_t bytes(Index width, Index rows, unsigned planes) {
    // Vectors may read beyond the last row.
    return (words_in(width) * rows * planes + vector_words) * sizeof(u64);
  }

  Index width() const { return width_; }
  unsigned planes() const { return planes_; }
  Index words() const { return words_in(width_); }  // in a row of one plane
  u64 last_mask() const { return ~u64{0} >> (words() * word_bits - width_); }

  Index next_plane() const { return rows_ * words(); }  // number of words from one plane to the next
  u64* row(Index row, unsigned plane) { return words_.data() + plane * next_plane() + row * words(); }
  const u64* row(Index row, unsigned plane) const {
    return words_.data() + plane * next_plane() + row * words();
  }

  // Reads cells first … first + count - 1 of a row, one byte each.
  void read(Index at, Index first, Index count, u8* cells) const {
    for (Index x = first; x < first + count;) {
      const Index length = std::min(8 - x % 8, first + count - x);
      u64 bytes = 0;
      for (unsigned plane = 0; plane < planes_; ++plane)
        bytes |= eight_cells[(row(at, plane)[x / word_bits] >> x % word_bits) & 255] << plane;
      std::memcpy(cells, &bytes, length);
      cells += length;
      x += length;
    }
  }

  // Writes cells of a row. Returns whether any of them changed.
  bool write(Index at, Index first, Index count, const u8* cells) {
    u64 changed = 0;
    for (Index x = first; x < first + count;) {
      const Index length = std::min(8 - x % 8, first + count - x);
      u64 bytes = 0;
      std::memcpy(&bytes, cells, length);
      const u64 written_bits = (u64{1} << length) - 1;
      for (unsigned plane = 0; plane < planes_; ++plane) {
        u64& word = row(at, plane)[x / word_bits];
        const u64 old_word = word;
        word = (word & ~(written_bits << x % word_bits)) | (eight_bits(bytes >> plane) << x % word_bits);
        changed |= word ^ old_word;
      }
      cells += length;
      x += length;
    }
    return changed != 0;
  }

  // Adds the number of a row's cells in each state.
  void count(Index at, std::span<std::uint64_t> of_state) const {
    for (Index word = 0; word < words(); ++word)
      count_cells(at, word, planes_, word + 1 == words() ? last_mask() : ~u64{0}, 0, of_state);
  }

 private:
  // Counts the cells in `which`. They agree with `state` in all planes from `plane` up.
  void count_cells(Index at, Index word, unsigned plane, u64 selected, u64 state,
                   std::span<std::uint64_t> of_state) const {
    if (selected == 0) return;
    if (plane == 0) {
      of_state[state] += static_cast<u64>(std::popcount(selected));
      return;
    }
    const u64 digit = row(at, plane - 1)[word];
    count_cells(at, word, plane - 1, selected & ~digit, state, of_state);
    count_cells(at, word, plane - 1, selected & digit, state | u64{1} << (plane - 1), of_state);
  }

  Index width_, rows_;
  unsigned planes_;
  std::vector<u64> words_;
};

}  // namespace morula
