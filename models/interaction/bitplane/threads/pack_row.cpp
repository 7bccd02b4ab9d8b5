#include "models/interaction/bitplane/threads/pack_row.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace morula {
namespace {

static_assert(std::endian::native == std::endian::little, "eight states are read as one word");

constexpr u64 ones = 0x0101010101010101u;

// Gathers bit 0 of eight bytes into one byte: the product adds byte i, shifted to bit i, into the top byte.
u64 gathered(u64 bytes) { return ((bytes & ones) * 0x0102040810204080u) >> 56; }

// The inverse: bit i of a byte becomes byte i.
u64 scattered(u64 byte) {
  const u64 each = (byte * ones) & 0x8040201008040201u;  // byte i holds only bit i, in place i
  return ((each + 0x7F7F7F7F7F7F7F7Fu) | each) >> 7 & ones;
}

// Gathers the bits at even places of a word; spread() is the inverse.
u32 evens(u64 word) {
  word &= 0x5555555555555555u;
  word = (word | (word >> 1)) & 0x3333333333333333u;
  word = (word | (word >> 2)) & 0x0F0F0F0F0F0F0F0Fu;
  word = (word | (word >> 4)) & 0x00FF00FF00FF00FFu;
  word = (word | (word >> 8)) & 0x0000FFFF0000FFFFu;
  return static_cast<u32>(word | (word >> 16));
}

u64 spread(u64 word) {
  word = (word | (word << 16)) & 0x0000FFFF0000FFFFu;
  word = (word | (word << 8)) & 0x00FF00FF00FF00FFu;
  word = (word | (word << 4)) & 0x0F0F0F0F0F0F0F0Fu;
  word = (word | (word << 2)) & 0x3333333333333333u;
  return (word | (word << 1)) & 0x5555555555555555u;
}

const char* bytes_of(const bits* row) { return reinterpret_cast<const char*>(row); }
char* bytes_of(bits* row) { return reinterpret_cast<char*>(row); }

// 64 sites of one plane: 32 bits of each parity.
u64 plane_word(const BitplaneRows& rows, u64 replica, u64 y, unsigned plane, u64 word) {
  u32 even, odd;
  std::memcpy(&even, bytes_of(rows.row(replica, y, plane, 0)) + word * sizeof even, sizeof even);
  std::memcpy(&odd, bytes_of(rows.row(replica, y, plane, 1)) + word * sizeof odd, sizeof odd);
  return spread(even) | (spread(odd) << 1);
}

void set_plane_word(BitplaneRows& rows, u64 replica, u64 y, unsigned plane, u64 word, u64 sites) {
  const u32 even = evens(sites), odd = evens(sites >> 1);
  std::memcpy(bytes_of(rows.row(replica, y, plane, 0)) + word * sizeof even, &even, sizeof even);
  std::memcpy(bytes_of(rows.row(replica, y, plane, 1)) + word * sizeof odd, &odd, sizeof odd);
}

using RowBytes = std::array<u8, 64>;

RowBytes states_of_word(const BitplaneRows& rows, u64 replica, u64 y, u64 word) {
  std::array<u64, 8> eights{};
  for (unsigned plane = 0; plane < rows.planes(); ++plane) {
    const u64 sites = plane_word(rows, replica, y, plane, word);
    for (unsigned i = 0; i < 8; ++i) eights[i] |= scattered((sites >> (8 * i)) & 0xFF) << plane;
  }
  RowBytes states;
  std::memcpy(states.data(), eights.data(), sizeof states);
  return states;
}

void set_states_of_word(const RowBytes& states, BitplaneRows& rows, u64 replica, u64 y, u64 word) {
  std::array<u64, 8> eights;
  std::memcpy(eights.data(), states.data(), sizeof states);
  for (unsigned plane = 0; plane < rows.planes(); ++plane) {
    u64 sites = 0;
    for (unsigned i = 0; i < 8; ++i) sites |= gathered(eights[i] >> plane) << (8 * i);
    set_plane_word(rows, replica, y, plane, word, sites);
  }
}

// Visits sites x to x + count - 1 word by word: visit(word, first site in it, how many, how many were visited
// before).
template <typename Visit>
void for_words(u64 x, u64 count, const Visit& visit) {
  for (u64 done = 0; done < count;) {
    const u64 at = (x + done) % 64, in_word = std::min(64 - at, count - done);
    visit((x + done) / 64, at, in_word, done);
    done += in_word;
  }
}

}  // namespace

void pack_row(std::span<const u8> states, u64 x, BitplaneRows& rows, u64 replica, u64 y) {
  for_words(x, states.size(), [&](u64 word, u64 at, u64 count, u64 done) {
    RowBytes bytes = count == 64 ? RowBytes{} : states_of_word(rows, replica, y, word);
    std::memcpy(bytes.data() + at, states.data() + done, count);
    set_states_of_word(bytes, rows, replica, y, word);
  });
}

void unpack_row(const BitplaneRows& rows, u64 replica, u64 y, u64 x, std::span<u8> states) {
  for_words(x, states.size(), [&](u64 word, u64 at, u64 count, u64 done) {
    const RowBytes bytes = states_of_word(rows, replica, y, word);
    std::memcpy(states.data() + done, bytes.data() + at, count);
  });
}

}  // namespace morula
