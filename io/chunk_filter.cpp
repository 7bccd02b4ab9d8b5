#include "io/chunk_filter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "io/deflate.h"

namespace morula::io {
namespace {

constexpr std::size_t checksum_bytes = 4;

// Modulo 2^16 - 1, and 0 only of 0.
std::uint64_t folded(std::uint64_t sum) {
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

// Fletcher's, over 16-bit words with the high byte first, as HDF5 computes it.
std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  constexpr std::size_t bytes_at_once = 1 << 17;  // long before the sums could overflow
  std::uint64_t first = 0, second = 0;
  const auto add = [&](std::byte high, std::byte low) {
    first += std::to_integer<std::uint64_t>(high) << 8 | std::to_integer<std::uint64_t>(low);
    second += first;
  };
  while (bytes.size() > 1) {
    const auto some = bytes.first(std::min(bytes_at_once, bytes.size() / 2 * 2));
    for (std::size_t i = 0; i < some.size(); i += 2) add(some[i], some[i + 1]);
    first = folded(first);
    second = folded(second);
    bytes = bytes.subspan(some.size());
  }
  if (!bytes.empty()) add(bytes.front(), std::byte{0});
  return static_cast<std::uint32_t>(folded(second) << 16 | folded(first));
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

// The first values alone, if `to` has no room for all.
void unshuffle(std::span<const std::byte> from, std::span<std::byte> to, std::size_t value_size) {
  const std::size_t values = from.size() / value_size, wanted = to.size() / value_size;
  for (std::size_t byte = 0; byte < value_size; ++byte)
    for (std::size_t i = 0; i < wanted; ++i) to[i * value_size + byte] = from[byte * values + i];
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
