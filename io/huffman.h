// Huffman codes as deflate requires them: numbered by length and then by symbol.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace morula::io {

struct HuffmanCode {
  std::uint16_t bits = 0;   // the lowest bit is written first
  std::uint8_t length = 0;  // 0: a symbol that does not occur
};

// Deflate allows 15; with 14, four codes fit into a word with 7 bits to spare.
constexpr unsigned longest_code = 14;

// At least two symbols must occur.
std::vector<HuffmanCode> huffman_codes(std::span<const std::uint64_t> counts);

}  // namespace morula::io
