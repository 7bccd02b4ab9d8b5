// Draws side by side: what draw() gives at consecutive places, each of its four words in an array of its own.
// A processor multiplies several words in one instruction, but compilers find that shape only in loops that
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
typedef u32 words __attribute__((vector_size(sizeof(bits))));

constexpr std::size_t words_in_vector = sizeof(words) / sizeof(u32);
constexpr std::size_t vectors_drawn = 4;  // at once: each waits for its own products
constexpr std::size_t draws_at_once = vectors_drawn * words_in_vector;

struct ManyDraws {
  alignas(sizeof(bits)) std::array<u32, draws_at_once> x, y, z, w;
};

struct WordProducts {
  words low, high;
};

#if defined(__ARM_NEON)

inline WordProducts products(words all, u32 by) {
  const uint32x4_t factor = vdupq_n_u32(by);
  const words first = (words)vmull_u32(vget_low_u32((uint32x4_t)all), vget_low_u32(factor)),
              second = (words)vmull_high_u32((uint32x4_t)all, factor);
  return {__builtin_shufflevector(first, second, 0, 2, 4, 6),
          __builtin_shufflevector(first, second, 1, 3, 5, 7)};
}

#elif defined(__SSE2__)

// Of words 0, 2, 4, …, which are the lower halves of 64 bits.
inline bits even_products(bits all, bits factor) {
#if defined(__AVX512F__)
  return (bits)_mm512_mul_epu32((__m512i)all, (__m512i)factor);
#elif defined(__AVX2__)
  return (bits)_mm256_mul_epu32((__m256i)all, (__m256i)factor);
#else
  return (bits)_mm_mul_epu32((__m128i)all, (__m128i)factor);
#endif
}

inline WordProducts products(words all, u32 by) {
  const bits factor = bits{} + u64{by}, lower = bits{} + u64{0xFFFFFFFFu};
  const bits even = even_products((bits)all, factor), odd = even_products((bits)all >> 32, factor);
  return {(words)((even & lower) | (odd << 32)), (words)((even >> 32) | (odd & ~lower))};
}

#else

inline WordProducts products(words all, u32 by) {
  WordProducts both{};
  for (std::size_t i = 0; i < words_in_vector; ++i) {
    const u64 product = u64{all[i]} * by;
    both.low[i] = static_cast<u32>(product);
    both.high[i] = static_cast<u32>(product >> 32);
  }
  return both;
}

#endif

struct Counters {
  words x, y, z, w;
};

// philox_round() of each.
inline Counters philox_rounds(Counters counter, u32x2 key) {
  const WordProducts first = products(counter.x, 0xD2511F53u), second = products(counter.z, 0xCD9E8D57u);
  return {second.high ^ (counter.y ^ key.x), second.low, first.high ^ (counter.w ^ key.y), first.low};
}

// The counter of draw() at `where` and those after it.
inline Counters counters_from(u64 where, u64 when, u32 which) {
  words place{};
  for (std::size_t i = 0; i < words_in_vector; ++i) place[i] = static_cast<u32>(i);
  const words low = words{} + static_cast<u32>(where), x = place + low;
  const words carry = (words)(x < low);  // -1 where there is one
  return {x, (static_cast<u32>(where >> 32) - carry) | static_cast<u32>(when << 16),
          words{} + static_cast<u32>(when >> 16), words{} + which};
}

inline void draws_from(u32x2 key, u64 where, u64 when, u32 which, ManyDraws& draws) {
  Counters counters[vectors_drawn];
  for (std::size_t i = 0; i < vectors_drawn; ++i)
    counters[i] = counters_from(where + i * words_in_vector, when, which);
  for (int round = 0; round < 10; ++round) {
    for (Counters& one : counters) one = philox_rounds(one, key);
    key = philox_next_key(key);
  }
  for (std::size_t i = 0; i < vectors_drawn; ++i) {
    std::memcpy(&draws.x[i * words_in_vector], &counters[i].x, sizeof(words));
    std::memcpy(&draws.y[i * words_in_vector], &counters[i].y, sizeof(words));
    std::memcpy(&draws.z[i * words_in_vector], &counters[i].z, sizeof(words));
    std::memcpy(&draws.w[i * words_in_vector], &counters[i].w, sizeof(words));
  }
}

}  // namespace morula
