// The chunks of a dataset, compressed by all threads and handed to HDF5 as they lie in the file; read from
// there, at the places that HDF5 would read, and decompressed by the threads that read them. HDF5's own
// filters are one thread's work. For hdf5_*.cpp alone.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/threads.h"
#include "io/field_chunks.h"
#include "io/hdf5_open.h"

namespace morula::io::hdf5 {

Handle creation_list(const OpenFile& file, const Field& field);  // what a dataset of ours is made with
// A dataset's chunks, where they are such as we write them: consecutive values, deflated.
std::optional<Chunked> chunks_of(const OpenFile& file, hid_t dataset, const Field& field);

// Each value is written once. A chunk is compressed when it is whole, so that neither the number of threads
// nor the way slabs are cut changes a byte of the file.
class ChunkWriter {
 public:
  ChunkWriter(const OpenFile& file, hid_t dataset, const Field& field, ThreadPool* threads);
  void write(const Slab& slab, std::span<const std::byte> values);
  void write_packed(std::uint64_t chunk, std::span<const std::byte> packed);
  void finish();  // the chunks of which a part was never written: it reads as 0

 private:
  struct Begun {
    std::vector<std::byte> values;
    Index missing = 0;
  };
  struct Ready {
    std::uint64_t chunk = 0;
    std::span<const std::byte> values;
  };
  Begun& begin(const ChunkGrid::Piece& piece, std::span<const std::byte> values);
  void put(const std::vector<Ready>& chunks);

  const OpenFile& file_;
  hid_t dataset_;
  Field field_;
  ThreadPool* threads_;
  Chunked chunks_;
  std::map<std::uint64_t, Begun> begun_;  // of slabs that come in order, the last chunk alone
};

// Several threads may read at the same time.
class ChunkReader {
 public:
  ChunkReader(const OpenFile& file, hid_t dataset, const Field& field, Chunked chunks);
  // False if HDF5 itself must read the slab: a chunk was never written, is not stored as the others are, or
  // is lost.
  bool read(const Slab& slab, std::span<std::byte> values);
  // A chunk as chunks_for(field) has it; nothing if the file does not hold it in this form.
  std::optional<PackedChunk> read_packed(std::uint64_t chunk) const;

 private:
  struct Place {
    std::uint64_t offset = 0, bytes = 0;  // in the file
  };
  // A chunk of which slabs want pieces: the first of their readers decompresses it, the others wait for that.
  struct Held {
    std::mutex unpacking;
    std::vector<std::byte> values;  // none until then
  };
  struct Wanted {
    ChunkGrid::Piece piece;
    std::span<std::byte> into;
    Place place;
    std::shared_ptr<Held> held;  // where a piece is wanted
  };
  std::optional<std::vector<Wanted>> find(const Slab& slab, std::span<std::byte> values);
  std::optional<Place> find(std::uint64_t chunk) const;
  std::shared_ptr<Held> hold(std::uint64_t chunk);
  void read_and_unpack(const Wanted& chunk) const;
  void unpack_into(const Place& place, std::span<std::byte> values) const;

  const OpenFile& file_;
  hid_t dataset_;
  Field field_;
  Chunked chunks_;
  std::map<std::uint64_t, std::weak_ptr<Held>> held_;  // by those who read pieces of them
  std::shared_ptr<Held> last_held_;                    // the next slab may want the rest of it
};

}  // namespace morula::io::hdf5
