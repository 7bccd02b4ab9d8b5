#include "io/inflate_cells.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "io/adler32.h"
#include "io/literal_table.h"

namespace morula::io {
namespace {

constexpr unsigned end_symbol = 256, coded_symbols = 286;

std::uint64_t eight_bytes(const std::byte* from) {  // little-endian, as io/hdf5_chunks.cpp asserts
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// The bits of a stream, the lowest bit of each byte first.
class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> from) : at_(from.data()), end_(from.data() + from.size()) {}

  bool has_words() const { return end_ - at_ >= 8; }  // if true, refill_from_word() may be called

  void refill_from_word() {  // to at least 56 bits
    bits_ |= eight_bytes(at_) << count_;
    at_ += (63 - count_) / 8;
    count_ |= 56;
  }

  void refill() {  // to at least 56 bits, or to the end
    if (has_words()) return refill_from_word();
    for (; count_ <= 56 && at_ != end_; count_ += 8, ++at_)
      bits_ |= std::to_integer<std::uint64_t>(*at_) << count_;
  }

  std::uint64_t bits() const { return bits_; }
  unsigned count() const { return count_; }
  void drop(unsigned count) {
    bits_ >>= count;
    count_ -= count;
  }

  // Takes the next `count` bits and returns whether they are `expected`.
  bool take(std::uint64_t expected, unsigned count) {
    refill();
    if (count > count_ || (bits_ & ((std::uint64_t{1} << count) - 1)) != expected) return false;
    drop(count);
    return true;
  }

  // The bytes after the one that contains the last bit taken.
  std::span<const std::byte> rest() const { return {at_ - count_ / 8, end_}; }

 private:
  const std::byte *at_, *end_;
  std::uint64_t bits_ = 0;
  unsigned count_ = 0;
};

// The length of a run: the reverse of run_length() in deflate.cpp. Symbol 285 has no extra bits.
struct RunSymbol {
  std::uint16_t base = 0;
  std::uint8_t extra_bits = 0;
};

constexpr std::array<RunSymbol, coded_symbols - end_symbol - 1> run_symbols = [] {
  std::array<RunSymbol, coded_symbols - end_symbol - 1> symbols{};
  unsigned length = 3;
  for (unsigned i = 0; i < symbols.size(); ++i) {
    const unsigned extra = i < 8 ? 0 : i / 4 - 1;
    symbols[i] = {static_cast<std::uint16_t>(length), static_cast<std::uint8_t>(extra)};
    length += 1u << extra;
  }
  symbols.back() = {258, 0};
  return symbols;
}();

class CellInflater {
 public:
  CellInflater(std::span<const std::byte> packed, std::span<std::byte> bytes)
      : in_(packed), begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  // Inflates all blocks; returns false as inflate_cells() does.
  bool inflate() {
    for (bool is_final = false; !is_final;) {
      in_.refill();
      is_final = in_.bits() & 1;
      if (!in_.take(is_final ? 1 : 0, 1) || !read_code() || !read_block()) return false;
    }
    return at_ == end_;
  }

  std::span<const std::byte> rest() const { return in_.rest(); }

 private:
  // Room for the longest run, or for the contents of one word of the stream.
  static constexpr std::ptrdiff_t room = 320;

  // Reads a code that was written like those of Block::write_codes() in deflate.cpp.
  bool read_code() {
    if (!in_.take(2, 2) || !in_.take(coded_symbols - 257, 5) || !in_.take(0, 5) || !in_.take(15, 4))
      return false;
    for (int i = 0; i < 19; ++i)
      if (!in_.take(i < 3 ? 0 : 4, 3)) return false;
    std::array<std::uint8_t, coded_symbols> lengths;
    for (std::uint8_t& length : lengths) {
      in_.refill();
      if (in_.count() < 4) return false;
      const auto bits = static_cast<unsigned>(in_.bits());
      length =
          static_cast<std::uint8_t>((bits & 1) << 3 | (bits & 2) << 1 | (bits & 4) >> 1 | (bits & 8) >> 3);
      in_.drop(4);
    }
    constexpr unsigned one_as_written = 8;  // the only distance has a code of one bit
    return in_.take(one_as_written, 4) && lengths[end_symbol] != 0 && table_.build(lengths);
  }

  bool read_block() {
    for (;;) {
      read_quickly();
      in_.refill();
      const DecodedSymbol decoded = table_.slowly(in_.bits());
      if (decoded.bits == 0 || decoded.bits > in_.count()) return false;
      in_.drop(decoded.bits);
      if (decoded.symbol == end_symbol) return true;
      if (!(decoded.symbol < end_symbol ? write_literal(decoded.symbol) : read_run(decoded.symbol)))
        return false;
    }
  }

  // Reads literals and runs until the end of either stream is near or something rarer follows.
  void read_quickly() {
    BitReader in = in_;  // a local copy: the compiler must assume that the output could overlap *this
    std::byte* at = at_;
    while (in.has_words() && end_ - at >= room) {
      in.refill_from_word();
      // Four look-ups, and the bits after the symbol of a run, take at most 56 bits.
      const DecodedBits* decoded = &table_.at(in.bits());
      for (int i = 0; i < 3 && decoded->count != 0; ++i) {
        at = write_literals(*decoded, in, at);
        decoded = &table_.at(in.bits());
      }
      if (decoded->count != 0) {
        at = write_literals(*decoded, in, at);
        continue;
      }
      if (decoded->symbol <= end_symbol || at == begin_) break;
      const RunSymbol run = run_symbols[decoded->symbol - end_symbol - 1];
      const std::uint64_t more = in.bits() >> decoded->bits;
      if (more >> run.extra_bits & 1) break;  // not the code of a distance
      const std::uint64_t same = std::to_integer<std::uint64_t>(at[-1]) * 0x0101010101010101u;
      const std::uint64_t length = run.base + (more & ((1u << run.extra_bits) - 1));
      for (std::uint64_t i = 0; i < length; i += sizeof same) std::memcpy(at + i, &same, sizeof same);
      at += length;
      in.drop(decoded->bits + run.extra_bits + 1u);
    }
    in_ = in;
    at_ = at;
  }

  static std::byte* write_literals(const DecodedBits& decoded, BitReader& in, std::byte* at) {
    std::memcpy(at, &decoded.literals, sizeof decoded.literals);
    in.drop(decoded.bits);
    return at + decoded.count;
  }

  bool write_literal(unsigned value) {
    if (at_ == end_) return false;
    *at_++ = static_cast<std::byte>(value);
    return true;
  }

  // Reads the bits after the symbol of a run, and writes the run.
  bool read_run(unsigned symbol) {
    const RunSymbol run = run_symbols[symbol - end_symbol - 1];
    if (in_.count() < run.extra_bits + 1u) return false;
    const bool is_distance = (in_.bits() >> run.extra_bits & 1) == 0;
    const auto length = static_cast<std::ptrdiff_t>(run.base + (in_.bits() & ((1u << run.extra_bits) - 1)));
    in_.drop(run.extra_bits + 1u);
    if (!is_distance || at_ == begin_ || end_ - at_ < length) return false;
    at_ = std::fill_n(at_, length, at_[-1]);
    return true;
  }

  BitReader in_;
  std::byte *begin_, *at_, *end_;
  LiteralTable table_;
};

}  // namespace

bool inflate_cells(std::span<const std::byte> packed, std::span<std::byte> bytes) {
  constexpr std::size_t header = 2, checksum = 4;
  if (packed.size() < header || packed[0] != std::byte{0x78} || packed[1] != std::byte{0x01}) return false;
  CellInflater inflater(packed.subspan(header), bytes);
  if (!inflater.inflate()) return false;
  const auto remaining = inflater.rest();
  if (remaining.size() < checksum) return false;
  std::uint32_t sum = 0;
  for (const std::byte byte : remaining.first(checksum))
    sum = sum << 8 | std::to_integer<std::uint32_t>(byte);
  return sum == adler32_of(bytes);
}

}  // namespace morula::io
