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

// The most cells of a histogram: the number of a cell is an address of random draws, which has 40 bits.
constexpr std::uint64_t most_cells = std::uint64_t{1} << 40;

}  // namespace morula
