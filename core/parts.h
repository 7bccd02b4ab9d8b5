// A whole cut into parts of one size.
#pragma once

#include <cstdint>

namespace morula {

// How many there are; the last may be smaller.
constexpr std::uint64_t parts_of(std::uint64_t whole, std::uint64_t part) {
  return whole / part + (whole % part != 0);
}

}  // namespace morula
