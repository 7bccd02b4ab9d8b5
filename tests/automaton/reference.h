// A slow, direct implementation of the automaton from its definition, which shares no code with the engines.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <vector>

namespace morula::test {

struct Reference {
  long width, height, depth;
  std::array<bool, 3> periodic;  // along x, y, z
  long reach;  // a neighbour's coordinate differences are at most 1 each and add up to at most this
  std::set<int> born, survives;
  std::vector<std::uint8_t> cells;  // x fastest

  long wrapped(long at, long side, int axis) const {
    return periodic[static_cast<std::size_t>(axis)] ? (at + side) % side : at;
  }

  int cell(long x, long y, long z) const {
    x = wrapped(x, width, 0), y = wrapped(y, height, 1), z = wrapped(z, depth, 2);
    const bool outside = x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth;
    return outside ? 0 : cells[static_cast<std::size_t>((z * height + y) * width + x)];
  }

  int live_around(long x, long y, long z, bool is_3d) const {
    int live = 0;
    for (long dz = is_3d ? -1 : 0; dz <= (is_3d ? 1 : 0); ++dz)
      for (long dy = -1; dy <= 1; ++dy)
        for (long dx = -1; dx <= 1; ++dx) {
          const long away = std::labs(dx) + std::labs(dy) + std::labs(dz);
          if (away >= 1 && away <= reach) live += cell(x + dx, y + dy, z + dz);
        }
    return live;
  }

  void step(bool is_3d) {
    std::vector<std::uint8_t> next;
    for (long z = 0; z < depth; ++z)
      for (long y = 0; y < height; ++y)
        for (long x = 0; x < width; ++x)
          next.push_back((cell(x, y, z) ? survives : born).count(live_around(x, y, z, is_3d)) ? 1 : 0);
    cells = next;
  }
};

}  // namespace morula::test
