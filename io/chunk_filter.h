// What HDF5's filters do to a chunk, for threads of ours to call: HDF5 itself is not for several threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace morula::io {

// How the chunks of a dataset are stored: shuffled or not, then deflated, then with a checksum or not.
struct ChunkForm {
  std::size_t bytes = 0;       // of a whole chunk, before
  std::size_t value_size = 1;  // whose bytes are shuffled: all the first ones, all the second, …
  bool shuffled = false, checksummed = false;
};

using PackedChunk = std::vector<std::byte>;

// For one thread each, and for many chunks.
class ChunkPacker {
 public:
  explicit ChunkPacker(const ChunkForm& form);
  ~ChunkPacker();
  PackedChunk pack(std::span<const std::byte> values);  // if less than a chunk, the rest is 0

 private:
  struct Stream;
  ChunkForm form_;
  std::unique_ptr<Stream> stream_;
  std::vector<std::byte> padded_, shuffled_;
  PackedChunk space_;
};

class ChunkUnpacker {
 public:
  explicit ChunkUnpacker(const ChunkForm& form);
  ~ChunkUnpacker();
  // The first values of a chunk, as many as are asked for; false if it is damaged.
  bool unpack(std::span<const std::byte> packed, std::span<std::byte> values);

 private:
  bool inflate_to(std::span<std::byte> chunk, std::span<const std::byte> packed);

  struct Stream;
  ChunkForm form_;
  std::unique_ptr<Stream> stream_;
  std::vector<std::byte> stored_;
};

}  // namespace morula::io
