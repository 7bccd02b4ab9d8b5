#include "io/adler32.h"

#include <algorithm>
#include <cstring>

namespace morula::io {
namespace {

constexpr std::uint32_t modulus = 65521;
constexpr unsigned lanes = 32;

typedef std::uint8_t Bytes __attribute__((vector_size(lanes)));
typedef std::uint16_t ShortSums __attribute__((vector_size(2 * lanes)));
typedef std::uint32_t Sums __attribute__((vector_size(4 * lanes)));

// The vectors of a group are added up in lanes of 16 bits: 255 (0 + 1 + … + 21) is less than 2^16. At most
// 256 groups are added up in lanes of 32 bits: 255 · 22 (0 + 1 + … + 255) is less than 2^32.
constexpr std::size_t vectors_in_group = 22, group_bytes = vectors_in_group * lanes, most_groups = 256;

// The sum of all bytes so far, and the sum of these running sums.
struct Adler {
  std::uint64_t first = 1, second = 0;

  void add_groups(const std::byte* from, std::size_t groups) {  // at most most_groups
    // `column` is the sum of each lane. `before_vectors` adds up its values (within the group) before each
    // vector, `before_groups` its values before each group.
    Sums column{}, before_vectors{}, before_groups{};
    for (std::size_t group = 0; group < groups; ++group, from += group_bytes) {
      ShortSums short_column{}, short_before{};
      for (std::size_t i = 0; i < vectors_in_group; ++i) {
        Bytes bytes;
        std::memcpy(&bytes, from + i * lanes, lanes);
        short_before += short_column;
        short_column += __builtin_convertvector(bytes, ShortSums);
      }
      before_groups += column;
      before_vectors += __builtin_convertvector(short_before, Sums);
      column += __builtin_convertvector(short_column, Sums);
    }
    second += groups * group_bytes * first;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      first += column[lane];
      second += std::uint64_t{group_bytes} * before_groups[lane] +
                std::uint64_t{lanes} * before_vectors[lane] + std::uint64_t{lanes - lane} * column[lane];
    }
    reduce();
  }

  void add_bytes(std::span<const std::byte> bytes) {  // fewer than group_bytes
    for (const std::byte byte : bytes) {
      first += std::to_integer<std::uint64_t>(byte);
      second += first;
    }
    reduce();
  }

  void reduce() {
    first %= modulus;
    second %= modulus;
  }
};

}  // namespace

std::uint32_t adler32_of(std::span<const std::byte> bytes) {
  Adler sums;
  while (bytes.size() >= group_bytes) {
    const std::size_t groups = std::min(bytes.size() / group_bytes, most_groups);
    sums.add_groups(bytes.data(), groups);
    bytes = bytes.subspan(groups * group_bytes);
  }
  sums.add_bytes(bytes);
  return static_cast<std::uint32_t>(sums.second << 16 | sums.first);
}

}  // namespace morula::io
