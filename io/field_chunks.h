// A field as the chunks of a file of ours, and their compression by threads. It does not matter who
// compresses a chunk: its bytes are the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/field.h"
#include "core/threads.h"
#include "io/chunk_filter.h"
#include "io/chunk_grid.h"

namespace morula::io {

struct Chunked {
  ChunkGrid grid;
  ChunkForm form;
  friend bool operator==(const Chunked&, const Chunked&) = default;
};

Chunked chunks_for(const Field& field);
ChunkForm form_of(const Field& field, const ChunkGrid& grid);
// The size of as many chunks as fit into `bytes`, but at least of one. In slabs of at most this size
// (slabs_of), no slab ends within a chunk.
std::uint64_t whole_chunks(const Field& field, std::uint64_t bytes);

// Without threads the caller does it alone.
void on_threads(ThreadPool* threads, std::uint64_t count, const ThreadPool::Part& part);
std::vector<PackedChunk> pack_all(const ChunkForm& form,
                                  const std::vector<std::span<const std::byte>>& chunks, ThreadPool* threads);
// False if a chunk is damaged; damaged() is the message for that.
bool unpack_all(const ChunkForm& form, const std::vector<PackedChunk>& packed,
                const std::vector<std::span<std::byte>>& chunks, ThreadPool* threads);
std::string damaged(const Field& field);

}  // namespace morula::io
