// One cell's action as the paper's Código Fonte 4.1 and 4.2 have it, cell by cell, with nothing of ours.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace morula::test {

using Matrix = std::vector<std::uint32_t>;

inline int neighbour_in_paper(int row, int column, int position, int size) {
  switch (position) {
    case 0:  // right
      return row * size + ((column + 1) % size);
    case 1:  // bottom
      return (row + 1) % size * size + column;
    case 2:  // top
      return ((row - 1 + size) % size) * size + column;
    case 3:  // left
      return row * size + ((column - 1 + size) % size);
    case 4:  // bottom left
      return ((row + 1) % size) * size + ((column - 1 + size) % size);
    case 5:  // top right
      return ((row - 1 + size) % size) * size + ((column + 1) % size);
    case 6:  // bottom right
      return ((row + 1) % size) * size + ((column + 1) % size);
    case 7:  // top left
      return ((row - 1 + size) % size) * size + ((column - 1 + size) % size);
    default:
      throw std::logic_error("a neighbour that is none");
  }
}

// Actions are those of the paper's rates: 50, 25, 25 percent.
inline void act_in_paper(Matrix& matrix, std::size_t gid, std::size_t neighbour, int action) {
  if (action < 50) {
    if (matrix[gid] != 0 && matrix[neighbour] == 0) {
      matrix[neighbour] = matrix[gid];
      matrix[gid] = 0;
    }
  } else if (action < 75) {
    if (matrix[gid] != 0 && matrix[neighbour] == 0) matrix[neighbour] = matrix[gid];
  } else if (action < 100) {
    if (matrix[gid] != 0 && matrix[neighbour] != 0 && (matrix[gid] + 1) % 3 == matrix[neighbour] % 3)
      matrix[neighbour] = 0;
  }
}

inline int random_in_paper(std::uint64_t& seed, int limit) {
  seed ^= seed >> 12;
  seed ^= seed << 25;
  seed ^= seed >> 27;
  return static_cast<int>((seed * 2186578717367326853ull) % static_cast<std::uint64_t>(limit));
}

// The sum of ints that the paper widens, taken without a limit and then wrapped as ints are.
inline std::uint64_t seed_in_paper(std::uint64_t gid, const std::vector<std::uint32_t>& seeds) {
  const std::uint64_t sum = gid + seeds[0] + gid * seeds[1] + gid * seeds[2];
  const std::uint64_t low = sum % 4294967296;
  return low < 2147483648 ? low : low - 4294967296;
}

}  // namespace morula::test
