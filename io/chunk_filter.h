// What HDF5's filters do to a chunk, for our own threads, since HDF5 itself is not thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula::io {

// How the chunks of a dataset are stored: shuffled or not, then deflated, then with a checksum or without.
struct ChunkForm {
  std::size_t bytes = 0;       // of a whole chunk before compression
  std::size_t value_size = 1;  // shuffling puts the first bytes of all values first, then all second bytes, …
  bool shuffled = false, checksummed = false;
  friend bool operator==(const ChunkForm&, const ChunkForm&) = default;
};

using PackedChunk = std::vector<std::byte>;

// If there are fewer values than a chunk holds, the remaining ones are 0.
PackedChunk pack(const ChunkForm& form, std::span<const std::byte> values);

// Unpacks the first values of a chunk, as many as `values` holds; returns false if the chunk is damaged.
bool unpack(const ChunkForm& form, std::span<const std::byte> packed, std::span<std::byte> values);

}  // namespace morula::io
