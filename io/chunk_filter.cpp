#include "io/chunk_filter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "io/deflate.h"

namespace morula::io {
namespace {

constexpr std::size_t checksum_bytes = 4;

// The sum modulo 2^16 - 1; it is 0 only if the sum is 0.
std::uint64_t folded(std::uint64_t sum) {
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

// Fletcher's checksum over 16-bit words with the high byte first, as HDF5 computes it: the sum of all words,
// and the sum of these running sums.
struct Fletcher {
  std::uint64_t first = 0, second = 0;

  // The number of words is a constant, so that the compiler uses vector instructions.
  static constexpr std::uint32_t words_at_once = 32, bytes_at_once = 2 * words_at_once;
  void add_many(const std::byte* from) {
    std::uint32_t sum = 0, sum_of_sums = 0;
    for (std::uint32_t i = 0; i < words_at_once; ++i) {
      const auto word =
          std::to_integer<std::uint32_t>(from[2 * i]) << 8 | std::to_integer<std::uint32_t>(from[2 * i + 1]);
      sum += word;
      sum_of_sums += (words_at_once - i) * word;
    }
    second += words_at_once * first + sum_of_sums;
    first += sum;
  }
  void add(std::byte high, std::byte low) {
    first += std::to_integer<std::uint64_t>(high) << 8 | std::to_integer<std::uint64_t>(low);
    second += first;
  }
  void fold() {
    first = folded(first);
    second = folded(second);
  }
};

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  constexpr std::size_t bytes_to_fold = 1 << 17;  // long before the sums could overflow
  Fletcher sums;
  while (bytes.size() >= Fletcher::bytes_at_once) {
    const auto foldable = bytes.first(
        std::min(bytes_to_fold, bytes.size() / Fletcher::bytes_at_once * Fletcher::bytes_at_once));
    for (std::size_t i = 0; i < foldable.size(); i += Fletcher::bytes_at_once)
      sums.add_many(foldable.data() + i);
    sums.fold();
    bytes = bytes.subspan(foldable.size());
  }
  for (; bytes.size() > 1; bytes = bytes.subspan(2)) sums.add(bytes[0], bytes[1]);
  if (!bytes.empty()) sums.add(bytes.front(), std::byte{0});
  sums.fold();
  return static_cast<std::uint32_t>(sums.second << 16 | sums.first);
}

std::array<std::byte, checksum_bytes> little_endian(std::uint32_t word) {
  std::array<std::byte, checksum_bytes> bytes{};
  for (std::size_t i = 0; i < checksum_bytes; ++i) bytes[i] = static_cast<std::byte>(word >> 8 * i);
  return bytes;
}

void shuffle(std::span<const std::byte> from, std::span<std::byte> to, std::size_t value_size) {
  const std::size_t values = from.size() / value_size;
  for (std::size_t byte = 0; byte < value_size; ++byte)
    for (std::size_t i = 0; i < values; ++i) to[byte * values + i] = from[i * value_size + byte];
}

// If `to` has no room for all values, only the first ones are unshuffled.
void unshuffle(std::span<const std::byte> from, std::span<std::byte> to, std::size_t value_size) {
  const std::size_t values = from.size() / value_size, wanted_values = to.size() / value_size;
  for (std::size_t byte = 0; byte < value_size; ++byte)
    for (std::size_t i = 0; i < wanted_values; ++i) to[i * value_size + byte] = from[byte * values + i];
}

}  // namespace

PackedChunk pack(const ChunkForm& form, std::span<const std::byte> values) {
  assert(values.size() <= form.bytes);
  std::vector<std::byte> padded, shuffled;
  if (values.size() < form.bytes) {
    padded.assign(values.begin(), values.end());
    padded.resize(form.bytes);
    values = padded;
  }
  if (form.shuffled) {
    shuffled.resize(form.bytes);
    shuffle(values, shuffled, form.value_size);
    values = shuffled;
  }
  PackedChunk packed = deflate_cells(values);
  if (form.checksummed) {
    const auto checksum = little_endian(checksum_of(packed));
    packed.insert(packed.end(), checksum.begin(), checksum.end());
  }
  return packed;
}

bool unpack(const ChunkForm& form, std::span<const std::byte> packed, std::span<std::byte> values) {
  assert(values.size() <= form.bytes);
  if (form.checksummed) {
    if (packed.size() < checksum_bytes) return false;
    const auto stored = packed.last(checksum_bytes);
    packed = packed.first(packed.size() - checksum_bytes);
    if (!std::ranges::equal(stored, little_endian(checksum_of(packed)))) return false;
  }
  if (values.size() == form.bytes && !form.shuffled) return inflate_all(packed, values);
  std::vector<std::byte> chunk(form.bytes);
  if (!inflate_all(packed, chunk)) return false;
  unshuffle(chunk, values, form.shuffled ? form.value_size : 1);
  return true;
}

}  // namespace morula::io
