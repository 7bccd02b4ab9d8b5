// Products that do not fit in 64 bits, on the host.
#pragma once

#include <cstdint>

namespace morula {

__extension__ using Uint128 = unsigned __int128;

// The upper half of a product. If `a` is a uniform random word, the result is uniform below `b`.
constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((Uint128{a} * b) >> 64);
}

}  // namespace morula
