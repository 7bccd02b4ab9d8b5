#include "io/chunk_filter.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <new>

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

Bytef* input(std::span<const std::byte> bytes) {  // zlib only reads it
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

}  // namespace

struct ChunkPacker::Stream : z_stream {
  Stream() : z_stream{} {
    // Matches of run lengths alone: on cells they are found faster than others, and the file is smaller.
    if (deflateInit2(this, 1, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL, Z_RLE) != Z_OK) throw std::bad_alloc();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { deflateEnd(this); }
};

ChunkPacker::ChunkPacker(const ChunkForm& form)
    : form_(form),
      stream_(std::make_unique<Stream>()),
      space_(deflateBound(stream_.get(), static_cast<uLong>(form.bytes)) + checksum_bytes) {}

ChunkPacker::~ChunkPacker() = default;

PackedChunk ChunkPacker::pack(std::span<const std::byte> values) {
  assert(values.size() <= form_.bytes);
  if (values.size() < form_.bytes) {
    padded_.assign(form_.bytes, std::byte{0});
    std::ranges::copy(values, padded_.begin());
    values = padded_;
  }
  if (form_.shuffled) {
    shuffled_.resize(form_.bytes);
    shuffle(values, shuffled_, form_.value_size);
    values = shuffled_;
  }
  deflateReset(stream_.get());
  stream_->next_in = input(values);
  stream_->avail_in = static_cast<uInt>(values.size());
  stream_->next_out = reinterpret_cast<Bytef*>(space_.data());
  stream_->avail_out = static_cast<uInt>(space_.size());
  [[maybe_unused]] const int result = deflate(stream_.get(), Z_FINISH);
  assert(result == Z_STREAM_END);  // there is room for the worst case
  PackedChunk packed(space_.begin(), space_.begin() + static_cast<std::ptrdiff_t>(stream_->total_out));
  if (form_.checksummed) {
    const auto checksum = little_endian(checksum_of(packed));
    packed.insert(packed.end(), checksum.begin(), checksum.end());
  }
  return packed;
}

struct ChunkUnpacker::Stream : z_stream {
  Stream() : z_stream{} {
    if (inflateInit(this) != Z_OK) throw std::bad_alloc();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { inflateEnd(this); }
};

ChunkUnpacker::ChunkUnpacker(const ChunkForm& form) : form_(form), stream_(std::make_unique<Stream>()) {}
ChunkUnpacker::~ChunkUnpacker() = default;

bool ChunkUnpacker::inflate_to(std::span<std::byte> chunk, std::span<const std::byte> packed) {
  inflateReset(stream_.get());
  stream_->next_in = input(packed);
  stream_->avail_in = static_cast<uInt>(packed.size());
  stream_->next_out = reinterpret_cast<Bytef*>(chunk.data());
  stream_->avail_out = static_cast<uInt>(chunk.size());
  return inflate(stream_.get(), Z_FINISH) == Z_STREAM_END && stream_->avail_out == 0;
}

bool ChunkUnpacker::unpack(std::span<const std::byte> packed, std::span<std::byte> values) {
  assert(values.size() <= form_.bytes);
  if (form_.checksummed) {
    if (packed.size() < checksum_bytes) return false;
    const auto stored = packed.last(checksum_bytes);
    packed = packed.first(packed.size() - checksum_bytes);
    if (!std::ranges::equal(stored, little_endian(checksum_of(packed)))) return false;
  }
  if (values.size() == form_.bytes && !form_.shuffled) return inflate_to(values, packed);
  stored_.resize(form_.bytes);
  if (!inflate_to(stored_, packed)) return false;
  unshuffle(stored_, values, form_.shuffled ? form_.value_size : 1);
  return true;
}

}  // namespace morula::io
