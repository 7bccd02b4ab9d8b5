// The host's side of the dialect: the few names that a rule may use besides plain C99. gpu/dialect/cuda.h and
// gpu/dialect/opencl.h define the same names for the devices' compilers.
#pragma once

#include <bit>
#include <cstdint>

namespace morula {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

// The widest word that one instruction processes, for rules on bit-sliced cells.
#if defined(__AVX512F__)
typedef u64 bits __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef u64 bits __attribute__((vector_size(32)));
#else
typedef u64 bits __attribute__((vector_size(16)));
#endif

// Sum and carry of three bits. The carry is written as a selection, since processors have an instruction for
// that; the compilers of devices recognise plainer forms.
inline constexpr bits parity(bits a, bits b, bits c) { return a ^ b ^ c; }
inline constexpr bits majority(bits a, bits b, bits c) { return a ^ ((a ^ b) & (c ^ a)); }

inline constexpr u32 leading_zeros(u32 word) { return static_cast<u32>(std::countl_zero(word)); }  // 32 of 0
// The upper half of a 64-bit product.
inline constexpr u32 high_product(u32 a, u32 b) { return static_cast<u32>(static_cast<u64>(a) * b >> 32); }

}  // namespace morula

// A pure function from values to values.
#define RULE inline constexpr
// Enclose every file in the dialect: a namespace on the host, nothing on a device.
#define RULES_BEGIN namespace morula {
#define RULES_END }
// Placed before a short loop to unroll it. Its number of rounds must be a constant at every call of the
// function. Without this, compilers for the host may keep the loop's array in memory.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define UNROLL _Pragma("GCC unroll 32")
#else  // g++ warns about loops that it then does not unroll
#define UNROLL
#endif
