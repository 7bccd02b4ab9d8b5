// A histogram of fluorescence, as cytometers give it and as simulations leave it.
#pragma once

#include <cstdint>
#include <vector>

namespace morula {

struct Bin {
  double fluorescence = 0;
  std::uint64_t count = 0;
  friend bool operator==(const Bin&, const Bin&) = default;
};

using Histogram = std::vector<Bin>;  // fluorescences rise

// Of a histogram: their numbers are addresses of draws, which have 40 bits.
constexpr std::uint64_t most_cells = std::uint64_t{1} << 40;

}  // namespace morula
