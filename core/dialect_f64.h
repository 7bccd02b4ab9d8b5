// The host's side of double precision in the dialect, for rules that need it. On a device without doubles,
// HAS_F64 is 0, and neither the type f64 nor the functions below exist (gpu/doubles.h tests for this).
#pragma once

#include <bit>

#include "core/dialect.h"

#define HAS_F64 1

namespace morula {

using f64 = double;

inline constexpr u64 bits_of_f64(f64 number) { return std::bit_cast<u64>(number); }
inline constexpr f64 f64_of_bits(u64 word) { return std::bit_cast<f64>(word); }
inline constexpr f64 floor_f64(f64 number) { return __builtin_floor(number); }
inline constexpr f64 sqrt_f64(f64 number) { return __builtin_sqrt(number); }
// One of two numbers with its bits unchanged, which compilers of devices do not guarantee everywhere.
inline constexpr f64 chosen_f64(bool is_first, f64 first, f64 second) { return is_first ? first : second; }

// The upper half of a 128-bit product.
__extension__ typedef __int128 SignedProduct;
inline constexpr i64 high_product_i64(i64 a, i64 b) {
  return static_cast<i64>((static_cast<SignedProduct>(a) * b) >> 64);
}

}  // namespace morula
