// A field as the chunks of one of our files, and their compression by threads. The bytes of a chunk do not
// depend on which thread or process compresses it.
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
// The size of the largest number of chunks, at least one, that fits into `bytes`. If slabs have at most this
// size (slabs_of), no slab ends within a chunk.
std::uint64_t whole_chunks(const Field& field, std::uint64_t bytes);

// Without threads, the caller does all of the work.
void on_threads(ThreadPool* threads, std::uint64_t count, const ThreadPool::Part& part);
std::vector<PackedChunk> pack_all(const ChunkForm& form,
                                  const std::vector<std::span<const std::byte>>& chunks, ThreadPool* threads);
// Returns false if a chunk is damaged; damaged() is the message for that.
bool unpack_all(const ChunkForm& form, const std::vector<PackedChunk>& packed,
                const std::vector<std::span<std::byte>>& chunks, ThreadPool* threads);
std::string damaged(const Field& field);

}  // namespace morula::io
