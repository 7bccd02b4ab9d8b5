// A histogram of fluorescence, as measured by cytometers and computed by simulations.
#pragma once

#include <cstdint>
#include <vector>

namespace morula {

struct Bin {
  double fluorescence = 0;
  std::uint64_t count = 0;
  friend bool operator==(const Bin&, const Bin&) = default;
};

using Histogram = std::vector<Bin>;  // in order of rising fluorescence

// The largest number of cells in a histogram: the number of a cell is an address of random draws, which has
// 40 bits.
constexpr std::uint64_t most_cells = std::uint64_t{1} << 40;

}  // namespace morula
