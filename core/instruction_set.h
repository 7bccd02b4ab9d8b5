// The vector instructions that the program uses on threads. `bits` in core/dialect.h is as wide as their
// registers. A portable program for x86-64 chooses among several sets; see
// docs/decisions/0014-instruction-sets.md.
#pragma once

#include <span>
#include <string_view>

namespace morula {

// The set that the including file is compiled for.
#if defined(__AVX512F__)
constexpr std::string_view compiled_instruction_set = "avx512";
#elif defined(__AVX2__)
constexpr std::string_view compiled_instruction_set = "avx2";
#elif defined(__SSE2__)
constexpr std::string_view compiled_instruction_set = "sse2";
#elif defined(__ARM_NEON)
constexpr std::string_view compiled_instruction_set = "neon";
#else
constexpr std::string_view compiled_instruction_set = "generic";
#endif

// The set that runs use. A file that is compiled once for all sets must call this function to find out.
std::string_view used_instruction_set();

// The best supported set of `built`, whose sets are in ascending order and whose first one runs everywhere;
// or the set named by `asked`, the value of MORULA_CPU (null or empty if no set is asked for). Throws
// SpecError if the program does not contain that set or the processor does not have it.
std::string_view choose_instruction_set(std::span<const std::string_view> built, const char* asked);

}  // namespace morula
