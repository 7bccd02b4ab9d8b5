// What HDF5's filters do to a chunk, for threads of ours to call: HDF5 itself is not for several threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula::io {

// How the chunks of a dataset are stored: shuffled or not, then deflated, then with a checksum or not.
struct ChunkForm {
  std::size_t bytes = 0;       // of a whole chunk, before
  std::size_t value_size = 1;  // whose bytes are shuffled: all the first ones, all the second, …
  bool shuffled = false, checksummed = false;
  friend bool operator==(const ChunkForm&, const ChunkForm&) = default;
};

using PackedChunk = std::vector<std::byte>;

// If there are fewer values than a chunk holds, the rest is 0.
PackedChunk pack(const ChunkForm& form, std::span<const std::byte> values);

// The first values of a chunk, as many as are asked for; false if it is damaged.
bool unpack(const ChunkForm& form, std::span<const std::byte> packed, std::span<std::byte> values);

}  // namespace morula::io
