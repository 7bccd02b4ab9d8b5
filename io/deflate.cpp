#include "io/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "io/adler32.h"
#include "io/huffman.h"
#include "io/inflate_cells.h"

namespace morula::io {
namespace {

constexpr std::size_t word = 8;                 // bytes that are compared together
constexpr std::size_t block_bytes = 128 << 10;  // size of a block, which has a code of its own
constexpr std::size_t longest_run = 32;         // in words, since deflate copies at most 258 bytes
constexpr std::size_t end_of_block = 256, symbols = 286;

void put_word(std::byte* to, std::uint64_t bits) { std::memcpy(to, &bits, sizeof bits); }  // little-endian

std::uint64_t word_at(const std::byte* from) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

// The caller must make sure that there are 8 bytes of room beyond the end.
class BitWriter {
 public:
  explicit BitWriter(std::byte* to) : to_(to) {}
  void put(std::uint64_t bits, unsigned count) {
    waiting_ |= bits << count_;
    count_ += count;
  }
  void flush() {  // must be called after at most 56 bits
    put_word(to_, waiting_);
    to_ += count_ / 8;
    waiting_ >>= count_ & ~7u;
    count_ &= 7;
  }
  std::byte* end() {
    flush();
    return to_ + (count_ > 0 ? 1 : 0);
  }

 private:
  std::byte* to_;
  std::uint64_t waiting_ = 0;
  unsigned count_ = 0;
};

// A length as deflate writes it: a symbol and some extra bits.
struct RunLength {
  unsigned symbol = 0, extra = 0, extra_bits = 0;
};

RunLength run_length(std::size_t words) {
  static constexpr std::array<std::uint16_t, 28> base = {3,  4,  5,  6,   7,   8,   9,   10, 11, 13,
                                                         15, 17, 19, 23,  27,  31,  35,  43, 51, 59,
                                                         67, 83, 99, 115, 131, 163, 195, 227};
  const auto length = static_cast<unsigned>(words * word);
  const auto place = static_cast<unsigned>(std::ranges::upper_bound(base, length) - base.begin()) - 1;
  return {257 + place, length - base[place], place < 8 ? 0 : place / 4 - 1};
}

// Divides a block into single words, whose bytes are written one after the other (token 0), and runs of the
// byte before them (token: length in words). Bytes after the last word are written one by one too.
std::vector<std::uint8_t> tokens_of(std::span<const std::byte> block, const std::byte* first) {
  std::vector<std::uint8_t> tokens;
  tokens.reserve(block.size() / word);
  const std::byte* at = block.data();
  for (std::size_t words_left = block.size() / word; words_left > 0;) {
    std::size_t run = 0;
    if (at != first) {
      const std::uint64_t same = std::to_integer<std::uint64_t>(at[-1]) * 0x0101010101010101u;
      while (run < std::min(words_left, longest_run) && word_at(at + run * word) == same) ++run;
    }
    tokens.push_back(static_cast<std::uint8_t>(run));
    at += std::max<std::size_t>(run, 1) * word;
    words_left -= std::max<std::size_t>(run, 1);
  }
  return tokens;
}

class Block {
 public:
  Block(std::span<const std::byte> bytes, const std::byte* first)
      : bytes_(bytes), tokens_(tokens_of(bytes, first)), codes_(huffman_codes(counts())) {}

  void write(BitWriter& out, bool is_final) const {
    write_codes(out, is_final);
    const std::byte* at = bytes_.data();
    for (const std::uint8_t run : tokens_) {
      if (run == 0) {
        write_literals(out, at, 4);
        write_literals(out, at + 4, 4);
      } else {
        write_run(out, run);
      }
      at += std::max<std::size_t>(run, 1) * word;
    }
    for (; at != bytes_.data() + bytes_.size(); ++at) write_literals(out, at, 1);
    put(out, end_of_block);
    out.flush();
  }

 private:
  std::vector<std::uint64_t> counts() const {
    // Four tables, since in one table each count would wait for the previous one.
    std::array<std::array<std::uint32_t, 256>, 4> counts{};
    const std::byte* at = bytes_.data();
    std::vector<std::uint64_t> totals(symbols);
    for (const std::uint8_t run : tokens_) {
      for (std::size_t i = 0; run == 0 && i < word; ++i) ++counts[i % 4][std::to_integer<std::size_t>(at[i])];
      if (run > 0) ++totals[run_length(run).symbol];
      at += std::max<std::size_t>(run, 1) * word;
    }
    for (; at != bytes_.data() + bytes_.size(); ++at) ++counts[0][std::to_integer<std::size_t>(*at)];
    for (const auto& of_lane : counts)
      for (std::size_t value = 0; value < of_lane.size(); ++value) totals[value] += of_lane[value];
    totals[end_of_block] = 1;
    return totals;
  }

  void put(BitWriter& out, std::size_t symbol) const { out.put(codes_[symbol].bits, codes_[symbol].length); }

  void write_literals(BitWriter& out, const std::byte* from, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) put(out, std::to_integer<std::size_t>(from[i]));
    out.flush();
  }

  void write_run(BitWriter& out, std::size_t words) const {
    const RunLength length = run_length(words);
    put(out, length.symbol);
    out.put(length.extra, length.extra_bits);
    out.put(0, 1);  // the only distance code: distance 1
    out.flush();
  }

  // Writes the lengths of the codes with 4 bits each. They could be written in fewer bits, but that matters
  // little in a block.
  void write_codes(BitWriter& out, bool is_final) const {
    out.put((is_final ? 1 : 0) | 2 << 1, 3);
    out.put(symbols - 257, 5);
    out.put(0, 5);   // one distance
    out.put(15, 4);  // all 19 code length codes: no repeats, and 4 bits for each length from 0 to 15
    out.flush();
    for (int i = 0; i < 19; ++i) out.put(i < 3 ? 0 : 4, 3), out.flush();
    for (const HuffmanCode& code : codes_) out.put(nibble(code.length), 4), out.flush();
    out.put(nibble(1), 4);
    out.flush();
  }

  static unsigned nibble(unsigned value) {  // highest bit first
    return (value & 1) << 3 | (value & 2) << 1 | (value & 4) >> 1 | value >> 3;
  }

  std::span<const std::byte> bytes_;
  std::vector<std::uint8_t> tokens_;
  std::vector<HuffmanCode> codes_;
};

}  // namespace

std::vector<std::byte> deflate_cells(std::span<const std::byte> bytes) {
  const std::size_t blocks = bytes.size() / block_bytes + 1;
  std::vector<std::byte> packed(bytes.size() + bytes.size() / 8 + blocks * 256 + 64);
  packed[0] = std::byte{0x78};  // deflate with a window of 32 KiB, fast
  packed[1] = std::byte{0x01};
  BitWriter out(packed.data() + 2);
  for (std::size_t at = 0; at < bytes.size(); at += block_bytes) {
    const std::size_t size = std::min(block_bytes, bytes.size() - at);
    Block(bytes.subspan(at, size), bytes.data()).write(out, at + size == bytes.size());
  }
  std::byte* end = out.end();
  const std::uint32_t sum = adler32_of(bytes);
  for (const unsigned shift : {24u, 16u, 8u, 0u}) *end++ = static_cast<std::byte>(sum >> shift);
  return {packed.data(), end};
}

bool inflate_all(std::span<const std::byte> packed, std::span<std::byte> bytes) {
  return inflate_cells(packed, bytes) || inflate_with_zlib(packed, bytes);
}

bool inflate_with_zlib(std::span<const std::byte> packed, std::span<std::byte> bytes) {
  uLongf size = static_cast<uLongf>(bytes.size());
  const int result =
      uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                 static_cast<uLong>(packed.size()));
  return result == Z_OK && size == bytes.size();
}

std::uint32_t crc32_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace morula::io
