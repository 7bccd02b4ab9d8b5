#include "io/adler32.h"

#include <cstring>

namespace morula::io {
namespace {

constexpr std::uint32_t modulus = 65521;
constexpr unsigned lanes = 16;

typedef std::uint8_t Bytes __attribute__((vector_size(lanes)));
typedef std::uint16_t Sums __attribute__((vector_size(2 * lanes)));

// So many vectors are added up in lanes of 16 bits: 255 (0 + 1 + … + 21) is less than 2^16.
constexpr std::size_t vectors_at_once = 22, bytes_at_once = vectors_at_once * lanes;

// The sum of all bytes so far, and the sum of these sums.
struct Adler {
  std::uint64_t first = 1, second = 0;

  void add_vectors(const std::byte* from) {
    Sums column{}, before{};  // before: the columns as they were before each vector
    for (std::size_t i = 0; i < vectors_at_once; ++i) {
      Bytes bytes;
      std::memcpy(&bytes, from + i * lanes, lanes);
      before += column;
      column += __builtin_convertvector(bytes, Sums);
    }
    second += bytes_at_once * first;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      first += column[lane];
      second += std::uint64_t{lanes} * before[lane] + std::uint64_t{lanes - lane} * column[lane];
    }
    reduce();
  }

  void add_bytes(std::span<const std::byte> bytes) {  // fewer than bytes_at_once
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
  for (; bytes.size() >= bytes_at_once; bytes = bytes.subspan(bytes_at_once)) sums.add_vectors(bytes.data());
  sums.add_bytes(bytes);
  return static_cast<std::uint32_t>(sums.second << 16 | sums.first);
}

}  // namespace morula::io
