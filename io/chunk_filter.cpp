#include "io/chunk_filter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "io/deflate.h"

namespace morula::io {
namespace {

constexpr std::size_t checksum_bytes = 4;

// Fletcher's, over 16-bit words with the high byte first, as HDF5 computes it.
std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  constexpr std::size_t words_at_once = 360;  // before the sums could overflow
  const auto fold = [](std::uint32_t sum) { return (sum & 0xffff) + (sum >> 16); };
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i]) : 0;
  };
  std::uint32_t first = 0, second = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    for (const std::size_t end = std::min(bytes.size(), i + 2 * words_at_once); i < end; i += 2) {
      first += at(i) << 8 | at(i + 1);
      second += first;
    }
    first = fold(first);
    second = fold(second);
  }
  return fold(second) << 16 | fold(first);
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
