// The host's side of the dialect: the few names a rule may use besides plain C99.
// gpu/dialect/cuda.h and gpu/dialect/opencl.h give the same names to the devices' compilers.
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

// As many bits as one instruction takes, for rules on sliced cells.
#if defined(__AVX512F__)
typedef u64 bits __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef u64 bits __attribute__((vector_size(32)));
#else
typedef u64 bits __attribute__((vector_size(16)));
#endif

// Sum and carry of three bits. The carry is written as a selection, since processors have an instruction for
// one; compilers for devices recognise plainer forms.
inline constexpr bits parity(bits a, bits b, bits c) { return a ^ b ^ c; }
inline constexpr bits majority(bits a, bits b, bits c) { return a ^ ((a ^ b) & (c ^ a)); }

inline constexpr u32 leading_zeros(u32 word) { return static_cast<u32>(std::countl_zero(word)); }  // 32 of 0
// The upper half of a product of 64 bits.
inline constexpr u32 high_product(u32 a, u32 b) { return static_cast<u32>(static_cast<u64>(a) * b >> 32); }

}  // namespace morula

// A pure function from values to values.
#define RULE inline constexpr
// Around every file in the dialect: a namespace on the host, nothing on a device.
#define RULES_BEGIN namespace morula {
#define RULES_END }
// Stands before a short loop whose number of rounds is constant wherever the function is called, and unrolls
// it. Otherwise compilers of the host may keep the loop's array in memory.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define UNROLL _Pragma("GCC unroll 32")
#else  // g++ warns of loops that it then leaves as they are
#define UNROLL
#endif
