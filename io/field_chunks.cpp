#include "io/field_chunks.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace morula::io {

void on_threads(ThreadPool* threads, std::uint64_t count, const ThreadPool::Part& part) {
  if (threads != nullptr) return threads->for_ranges(count, part);
  if (count > 0) part(0, count);
}

ChunkForm form_of(const Field& field, const ChunkGrid& grid) {
  const std::size_t size = size_of(field.type);
  return {.bytes = grid.capacity() * size, .value_size = size, .shuffled = size > 1, .checksummed = true};
}

Chunked chunks_for(const Field& field) {
  const ChunkGrid grid(shape_of(field), chunk_of(field));
  return {grid, form_of(field, grid)};
}

std::uint64_t whole_chunks(const Field& field, std::uint64_t bytes) {
  const std::uint64_t chunk = chunks_for(field).form.bytes;
  return std::max<std::uint64_t>(1, bytes / chunk) * chunk;
}

std::vector<PackedChunk> pack_all(const ChunkForm& form,
                                  const std::vector<std::span<const std::byte>>& chunks,
                                  ThreadPool* threads) {
  std::vector<PackedChunk> packed(chunks.size());
  on_threads(threads, chunks.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) packed[i] = pack(form, chunks[i]);
  });
  return packed;
}

bool unpack_all(const ChunkForm& form, const std::vector<PackedChunk>& packed,
                const std::vector<std::span<std::byte>>& chunks, ThreadPool* threads) {
  assert(packed.size() == chunks.size());
  std::atomic<bool> whole = true;
  on_threads(threads, chunks.size(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i)
      if (!unpack(form, packed[i], chunks[i])) whole = false;
  });
  return whole;
}

std::string damaged(const Field& field) {
  return "is damaged: a part of its field '" + field.name + "' does not unpack";
}

}  // namespace morula::io
