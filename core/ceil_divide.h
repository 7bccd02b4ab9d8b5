// Integer division, rounded up.
#pragma once

#include <cstdint>

namespace morula {

// The number of parts of size `part` that cover `whole`; the last part may be smaller.
constexpr std::uint64_t ceil_divide(std::uint64_t whole, std::uint64_t part) {
  return whole / part + (whole % part != 0);
}

}  // namespace morula
