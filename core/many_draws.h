// Many draws at once, at consecutive or arbitrary places. Each of the four words of the draws has vectors of
// its own.
// A processor multiplies several words in one instruction, but compilers find that pattern only in loops that
// go through memory after every round; so the product of words is written out for each kind of processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/draw.h"

namespace morula {

// Words of 32 bits, as many as `bits` holds.
typedef u32 WordVector __attribute__((vector_size(sizeof(bits))));

constexpr std::size_t words_in_vector = sizeof(WordVector) / sizeof(u32);
constexpr std::size_t vectors_drawn = 5;  // at once, since each of them waits for its own products
constexpr std::size_t draws_at_once = vectors_drawn * words_in_vector;

struct ManyDraws {
  std::array<std::array<WordVector, vectors_drawn>, 4> word;

  u32 at(std::size_t which, std::size_t i) const {
    return word[which][i / words_in_vector][i % words_in_vector];
  }
  u32x4 at(std::size_t i) const { return {at(0, i), at(1, i), at(2, i), at(3, i)}; }
  void set(std::size_t i, u32x4 four) {
    const std::size_t vector = i / words_in_vector, place = i % words_in_vector;
    word[0][vector][place] = four.x;
    word[1][vector][place] = four.y;
    word[2][vector][place] = four.z;
    word[3][vector][place] = four.w;
  }
};

struct WordProducts {
  WordVector low, high;
};

#if defined(__ARM_NEON)

inline WordProducts products(WordVector words, u32 by) {
  const uint32x4_t factor = vdupq_n_u32(by);
  const WordVector first = (WordVector)vmull_u32(vget_low_u32((uint32x4_t)words), vget_low_u32(factor)),
                   second = (WordVector)vmull_high_u32((uint32x4_t)words, factor);
  return {__builtin_shufflevector(first, second, 0, 2, 4, 6),
          __builtin_shufflevector(first, second, 1, 3, 5, 7)};
}

#elif defined(__SSE2__)

// The products of words 0, 2, 4, …, which are the lower halves of 64-bit lanes.
inline bits even_products(bits words, bits factor) {
#if defined(__AVX512F__)
  // g++ 12 warns about the unmasked form.
  return (bits)_mm512_maskz_mul_epu32(0xFF, (__m512i)words, (__m512i)factor);
#elif defined(__AVX2__)
  return (bits)_mm256_mul_epu32((__m256i)words, (__m256i)factor);
#else
  return (bits)_mm_mul_epu32((__m128i)words, (__m128i)factor);
#endif
}

inline WordProducts products(WordVector words, u32 by) {
  const bits factor = bits{} + u64{by}, lower = bits{} + u64{0xFFFFFFFFu};
  const bits even = even_products((bits)words, factor), odd = even_products((bits)words >> 32, factor);
  return {(WordVector)((even & lower) | (odd << 32)), (WordVector)((even >> 32) | (odd & ~lower))};
}

#else

inline WordProducts products(WordVector words, u32 by) {
  WordProducts both{};
  for (std::size_t i = 0; i < words_in_vector; ++i) {
    const u64 product = u64{words[i]} * by;
    both.low[i] = static_cast<u32>(product);
    both.high[i] = static_cast<u32>(product >> 32);
  }
  return both;
}

#endif

struct Counters {
  WordVector x, y, z, w;
};

inline void store(const Counters (&counters)[vectors_drawn], ManyDraws& draws) {
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    draws.word[0][i] = counters[i].x;
    draws.word[1][i] = counters[i].y;
    draws.word[2][i] = counters[i].z;
    draws.word[3][i] = counters[i].w;
  }
}

// philox_round() of every counter.
inline Counters philox_rounds(Counters counter, u32x2 key) {
  const WordProducts first = products(counter.x, 0xD2511F53u), second = products(counter.z, 0xCD9E8D57u);
  return {second.high ^ (counter.y ^ key.x), second.low, first.high ^ (counter.w ^ key.y), first.low};
}

// The first two rounds of draw() at `where` and the places after it. The places differ in a single word, so
// half of the products are the same for all of them.
inline Counters begun_from(u32x2 key, u64 where, u64 when, u32 which) {
  WordVector place{};
  for (std::size_t i = 0; i < words_in_vector; ++i) place[i] = static_cast<u32>(i);
  const u32x2 next = philox_next_key(key);
  const u32x4 first_round = philox_round(
      {0, static_cast<u32>(where >> 32) | static_cast<u32>(when << 16), static_cast<u32>(when >> 16), which},
      key);
  const u32x4 two = philox_round({first_round.x, 0, 0, 0}, next);
  const WordProducts first = products(place + static_cast<u32>(where), 0xD2511F53u),
                     second = products(first.high ^ first_round.z, 0xCD9E8D57u);
  return {second.high ^ (first_round.y ^ next.x), second.low, first.low ^ two.z, WordVector{} + two.w};
}

// Whether the lower half of `where` overflows within these draws. If so, the draws are made one after the
// other.
inline bool runs_over(u64 where) { return static_cast<u32>(where + draws_at_once) < draws_at_once; }
inline void draws_one_by_one(u32x2 key, u64 where, u64 when, u32 which, ManyDraws& draws) {
  for (std::size_t i = 0; i < draws_at_once; ++i) draws.set(i, draw(key, where + i, when, which));
}

// Without this, compilers would postpone all rounds until their result is used.
inline void keep_in_place(WordVector& words) {
#if defined(__aarch64__)
  asm volatile("" : "+w"(words));
#elif defined(__AVX512F__)
  asm volatile("" : "+v"(words));
#elif defined(__SSE2__)
  asm volatile("" : "+x"(words));
#else
  static_cast<void>(words);
#endif
}

// The results of draw() at `where` and the places after it, computed round by round, so that a processor can
// do other work between the rounds while it waits for their products.
class GradualDraws {
 public:
  static constexpr std::size_t rounds = 8;  // of ten: the constructor does the first two

  [[gnu::always_inline]] GradualDraws(u32x2 key, u64 where, u64 when, u32 which)
      : key_(key), where_(where), when_(when), which_(which), round_key_(philox_next_key(key)) {
    for (std::size_t i = 0; i < vectors_drawn; ++i)
      counters_[i] = begun_from(key, where + i * words_in_vector, when, which);
  }
  [[gnu::always_inline]] void next_round() {
    round_key_ = philox_next_key(round_key_);
    for (Counters& counter : counters_) {
      counter = philox_rounds(counter, round_key_);
      keep_in_place(counter.x);
      keep_in_place(counter.z);
    }
  }
  // To be called after the last round.
  [[gnu::always_inline]] void store_in(ManyDraws& draws) const {
    if (runs_over(where_))
      draws_one_by_one(key_, where_, when_, which_, draws);
    else
      store(counters_, draws);
  }

 private:
  u32x2 key_;
  u64 where_, when_;
  u32 which_;
  u32x2 round_key_;
  Counters counters_[vectors_drawn];
};

// The results of draw() at `where` and the places after it.
inline void draws_from(u32x2 key, u64 where, u64 when, u32 which, ManyDraws& draws) {
  if (runs_over(where)) return draws_one_by_one(key, where, when, which, draws);
  Counters counters[vectors_drawn];
  for (std::size_t i = 0; i < vectors_drawn; ++i)
    counters[i] = begun_from(key, where + i * words_in_vector, when, which);
  key = philox_next_key(key);
  for (int round = 2; round < 10; ++round) {
    key = philox_next_key(key);
    for (Counters& counter : counters) counter = philox_rounds(counter, key);
  }
  store(counters, draws);
}

// Philox of each of these counters, which may be arbitrary.
inline void draws_of(u32x2 key, const ManyDraws& at, ManyDraws& draws) {
  Counters counters[vectors_drawn];
  for (std::size_t i = 0; i < vectors_drawn; ++i)
    counters[i] = {at.word[0][i], at.word[1][i], at.word[2][i], at.word[3][i]};
  for (int round = 0; round < 10; ++round) {
    for (Counters& counter : counters) counter = philox_rounds(counter, key);
    key = philox_next_key(key);
  }
  store(counters, draws);
}

// The results of draw() at these places, which must be below 2^48.
inline void draws_at(u32x2 key, const std::array<u64, draws_at_once>& where, u64 when, u32 which,
                     ManyDraws& draws) {
  std::array<u32, draws_at_once> lower, upper;
  for (std::size_t i = 0; i < draws_at_once; ++i) {
    lower[i] = static_cast<u32>(where[i]);
    upper[i] = static_cast<u32>(where[i] >> 32) | static_cast<u32>(when << 16);
  }
  ManyDraws at;
  std::memcpy(&at.word[0], &lower, sizeof lower);
  std::memcpy(&at.word[1], &upper, sizeof upper);
  at.word[2].fill(WordVector{} + static_cast<u32>(when >> 16));
  at.word[3].fill(WordVector{} + which);
  draws_of(key, at, draws);
}

}  // namespace morula
