// A Huffman code of deflate as a table that decodes several bytes with one look-up.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace morula::io {

constexpr unsigned looked_up_bits = 10;
constexpr unsigned longest_deflate_code = 15;

// The meaning of the next bits of a stream: some literals, or a single other symbol.
struct DecodedBits {
  std::uint64_t literals = 0;  // the first in the lowest byte
  std::uint8_t count = 0;      // number of literals; 0: see `symbol`
  std::uint8_t bits = 0;       // number of bits used; 0: the code is longer than the look-up
  std::uint16_t symbol = 0;
};

struct DecodedSymbol {
  unsigned symbol = 0, bits = 0;
};

class LiteralTable {
 public:
  // Returns false if these lengths (0 for a symbol that does not occur) are not those of a complete code.
  bool build(std::span<const std::uint8_t> lengths);

  const DecodedBits& at(std::uint64_t bits) const { return several_[bits % several_.size()]; }

  // Decodes one symbol, bit by bit. In a complete code, any 15 bits begin with a valid symbol.
  DecodedSymbol slowly(std::uint64_t bits) const;

 private:
  void look_up_single(std::span<const std::uint8_t> lengths);
  void look_up_several();

  std::array<std::uint16_t, longest_deflate_code + 1> of_length_{};  // number of symbols with each length
  std::vector<std::uint16_t> symbols_;                               // sorted by length, then by number
  std::array<std::uint16_t, 1 << looked_up_bits> single_{};  // symbol and, in the lowest 4 bits, length
  std::array<DecodedBits, 1 << looked_up_bits> several_{};
};

}  // namespace morula::io
