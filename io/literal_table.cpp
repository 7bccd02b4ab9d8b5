#include "io/literal_table.h"

namespace morula::io {

bool LiteralTable::build(std::span<const std::uint8_t> lengths) {
  of_length_.fill(0);
  for (const std::uint8_t length : lengths) ++of_length_[length];
  of_length_[0] = 0;
  int codes_left = 1;  // unused codes of the current length
  for (unsigned length = 1; length <= longest_deflate_code; ++length) {
    codes_left = 2 * codes_left - of_length_[length];
    if (codes_left < 0) return false;
  }
  if (codes_left != 0) return false;

  std::array<std::uint16_t, longest_deflate_code + 2> place{};
  for (unsigned length = 1; length <= longest_deflate_code; ++length)
    place[length + 1] = static_cast<std::uint16_t>(place[length] + of_length_[length]);
  symbols_.resize(lengths.size());
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
    if (lengths[symbol] != 0) symbols_[place[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
  look_up_single(lengths);
  look_up_several();
  return true;
}

// Codes are numbered in the order of symbols_; the stream has their highest bit first.
void LiteralTable::look_up_single(std::span<const std::uint8_t> lengths) {
  single_.fill(0);
  unsigned code = 0;
  std::size_t place = 0;
  for (unsigned length = 1; length <= looked_up_bits; ++length, code <<= 1)
    for (unsigned i = 0; i < of_length_[length]; ++i, ++code, ++place) {
      unsigned reversed = 0;
      for (unsigned bit = 0; bit < length; ++bit) reversed |= (code >> bit & 1) << (length - 1 - bit);
      const unsigned symbol = symbols_[place];
      for (unsigned at = reversed; at < single_.size(); at += 1u << length)
        single_[at] = static_cast<std::uint16_t>(symbol << 4 | lengths[symbol]);
    }
}

void LiteralTable::look_up_several() {
  constexpr unsigned most_literals = 8, literals = 256;
  for (unsigned place = 0; place < several_.size(); ++place) {
    DecodedBits decoded;
    while (decoded.count < most_literals) {
      const unsigned entry = single_[place >> decoded.bits], length = entry & 15, symbol = entry >> 4;
      if (length == 0 || decoded.bits + length > looked_up_bits || symbol >= literals) break;
      decoded.literals |= std::uint64_t{symbol} << 8 * decoded.count++;
      decoded.bits = static_cast<std::uint8_t>(decoded.bits + length);
    }
    if (decoded.count == 0) {
      decoded.bits = single_[place] & 15;
      decoded.symbol = single_[place] >> 4;
    }
    several_[place] = decoded;
  }
}

DecodedSymbol LiteralTable::slowly(std::uint64_t bits) const {
  unsigned code = 0, first = 0, place = 0;
  for (unsigned length = 1; length <= longest_deflate_code; ++length, bits >>= 1) {
    code |= bits & 1;
    const unsigned count = of_length_[length];
    if (code - first < count) return {symbols_[place + code - first], length};
    place += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return {};
}

}  // namespace morula::io
