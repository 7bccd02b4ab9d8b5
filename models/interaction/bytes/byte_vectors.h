// Sixteen bytes side by side: the states of one site in each of sixteen blocks, or a mask of those blocks,
// which is 0xFF where something holds and 0 where it does not.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include "core/dialect.h"

namespace morula {

typedef u8 ByteVector __attribute__((vector_size(16)));
constexpr u32 blocks_in_vector = sizeof(ByteVector);

inline ByteVector load_bytes(const u8* from) {
  ByteVector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
inline void store_bytes(ByteVector vector, u8* to) { std::memcpy(to, &vector, sizeof vector); }

inline ByteVector choose_bytes(ByteVector which, ByteVector chosen, ByteVector other) {
  return (which & chosen) | (~which & other);
}

inline bool any_bytes(ByteVector vector) {
  std::array<u64, 2> halves;
  std::memcpy(&halves, &vector, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Calls visit(number of the block) for the blocks that a mask holds.
template <typename Visit>
void for_each_set(ByteVector mask, const Visit& visit) {
  std::array<u64, 2> halves;
  std::memcpy(&halves, &mask, sizeof halves);
  for (u32 half = 0; half < 2; ++half)
    for (u64 left = halves[half]; left != 0;) {
      const u32 byte = static_cast<u32>(std::countr_zero(left)) / 8;
      left &= ~(u64{0xFF} << (byte * 8));
      visit(half * 8 + byte);
    }
}

// Masks of the blocks whose bits are set in a word.
struct WordMasks {
  explicit WordMasks(u32 word) {
    typedef u32 Words __attribute__((vector_size(16)));
    const ByteVector repeated = (ByteVector)(Words{} + word);
    const ByteVector bit_of_byte = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const ByteVector first = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    half[0] = (ByteVector)((__builtin_shuffle(repeated, first) & bit_of_byte) != 0);
    half[1] = (ByteVector)((__builtin_shuffle(repeated, first + 2) & bit_of_byte) != 0);
  }
  ByteVector half[2];
};

#if defined(__SSSE3__)
// Chooses sixteen bytes out of three vectors: first from two of them, then from the result and the third.
struct ChoiceOfBytes {
  std::array<u8, blocks_in_vector> of_two, with_third;
};
// `place` gives the index, among all 48 bytes, of each chosen byte.
template <typename Place>
constexpr ChoiceOfBytes choice_of(const Place& place) {
  ChoiceOfBytes choice{};
  for (u32 i = 0; i < blocks_in_vector; ++i) {
    const bool is_of_two = place(i) < 2 * blocks_in_vector;
    choice.of_two[i] = static_cast<u8>(is_of_two ? place(i) : 0);
    choice.with_third[i] = static_cast<u8>(is_of_two ? i : place(i) - blocks_in_vector);
  }
  return choice;
}
constexpr ChoiceOfBytes every_third[] = {choice_of([](u32 i) { return 3 * i; }),
                                         choice_of([](u32 i) { return 3 * i + 1; }),
                                         choice_of([](u32 i) { return 3 * i + 2; })};
constexpr u32 place_in_turn(u32 i) { return i % 3 * blocks_in_vector + i / 3; }
constexpr ChoiceOfBytes in_turn[] = {
    choice_of([](u32 i) { return place_in_turn(i); }),
    choice_of([](u32 i) { return place_in_turn(blocks_in_vector + i); }),
    choice_of([](u32 i) { return place_in_turn(2 * blocks_in_vector + i); })};

inline ByteVector chosen_bytes(const ChoiceOfBytes& choice, const std::array<ByteVector, 3>& vectors) {
  const ByteVector two = __builtin_shuffle(vectors[0], vectors[1], load_bytes(choice.of_two.data()));
  return __builtin_shuffle(two, vectors[2], load_bytes(choice.with_third.data()));
}
#endif

// Separates every second, or every third, of consecutive bytes into a vector of its own.
inline void separate(const u8* from, std::array<ByteVector, 2>& columns) {
#if defined(__ARM_NEON)
  const uint8x16x2_t loaded = vld2q_u8(from);
  columns = {(ByteVector)loaded.val[0], (ByteVector)loaded.val[1]};
#else
  const ByteVector even = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
  const ByteVector first = load_bytes(from), two = load_bytes(from + blocks_in_vector);
  columns = {__builtin_shuffle(first, two, even), __builtin_shuffle(first, two, even + 1)};
#endif
}

inline void separate(const u8* from, std::array<ByteVector, 3>& columns) {
#if defined(__ARM_NEON)
  const uint8x16x3_t loaded = vld3q_u8(from);
  columns = {(ByteVector)loaded.val[0], (ByteVector)loaded.val[1], (ByteVector)loaded.val[2]};
#elif defined(__SSSE3__)
  const std::array<ByteVector, 3> loaded = {load_bytes(from), load_bytes(from + blocks_in_vector),
                                            load_bytes(from + 2 * blocks_in_vector)};
  for (u32 column = 0; column < 3; ++column) columns[column] = chosen_bytes(every_third[column], loaded);
#else
  for (u32 i = 0; i < blocks_in_vector; ++i)
    for (u32 column = 0; column < 3; ++column) columns[column][i] = from[3 * i + column];
#endif
}

inline void join(const std::array<ByteVector, 2>& columns, u8* to) {
#if defined(__ARM_NEON)
  vst2q_u8(to, {{(uint8x16_t)columns[0], (uint8x16_t)columns[1]}});
#else
  const ByteVector low = {0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
  store_bytes(__builtin_shuffle(columns[0], columns[1], low), to);
  store_bytes(__builtin_shuffle(columns[0], columns[1], low + 8), to + blocks_in_vector);
#endif
}

inline void join(const std::array<ByteVector, 3>& columns, u8* to) {
#if defined(__ARM_NEON)
  vst3q_u8(to, {{(uint8x16_t)columns[0], (uint8x16_t)columns[1], (uint8x16_t)columns[2]}});
#elif defined(__SSSE3__)
  for (u32 third = 0; third < 3; ++third)
    store_bytes(chosen_bytes(in_turn[third], columns), to + third * blocks_in_vector);
#else
  for (u32 i = 0; i < blocks_in_vector; ++i)
    for (u32 column = 0; column < 3; ++column) to[3 * i + column] = columns[column][i];
#endif
}

}  // namespace morula
