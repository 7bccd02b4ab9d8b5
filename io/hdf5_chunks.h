// The chunks of a dataset. For writing, all threads compress them, and HDF5 gets them as they are stored in
// the file. For reading, they are read at the places where HDF5 would read them, and decompressed by the
// threads that read them. HDF5's own filters use a single thread. Internal to hdf5_*.cpp.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/threads.h"
#include "io/field_chunks.h"
#include "io/hdf5_open.h"

namespace morula::io::hdf5 {

// The properties with which we create a dataset.
Handle creation_list(const OpenFile& file, const Field& field);
// A dataset's chunks if they are like those that we write: consecutive values, deflated.
std::optional<Chunked> chunks_of(const OpenFile& file, hid_t dataset, const Field& field);

// Each value must be written once. A chunk is compressed when it is complete, so that neither the number of
// threads nor the division into slabs changes a byte of the file.
class ChunkWriter {
 public:
  ChunkWriter(const OpenFile& file, hid_t dataset, const Field& field, ThreadPool* threads);
  void write(const Slab& slab, std::span<const std::byte> values);
  void write_packed(std::uint64_t chunk, std::span<const std::byte> packed);
  void finish();  // writes the incomplete chunks, in which missing values are 0

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
  std::map<std::uint64_t, Begun> begun_;  // if slabs come in order, only the last chunk
};

// Several threads may read at the same time.
class ChunkReader {
 public:
  ChunkReader(const OpenFile& file, hid_t dataset, const Field& field, Chunked chunks);
  // Returns false if HDF5 itself must read the slab: a chunk was never written, is stored in another form
  // than the other chunks, or is beyond the end of the file.
  bool read(const Slab& slab, std::span<std::byte> values);
  // A chunk in the form of chunks_for(field); nothing if the file holds it in another form.
  std::optional<PackedChunk> read_packed(std::uint64_t chunk) const;

 private:
  struct Place {
    std::uint64_t offset = 0, bytes = 0;  // in the file
  };
  // A chunk of which several slabs need pieces: the first reader decompresses it, and the others wait for
  // that.
  struct Held {
    std::mutex unpacking;
    std::vector<std::byte> values;  // empty until it is decompressed
  };
  struct Wanted {
    ChunkGrid::Piece piece;
    std::span<std::byte> into;
    Place place;
    std::shared_ptr<Held> held;  // set if only a piece of the chunk is needed
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
  std::map<std::uint64_t, std::weak_ptr<Held>> held_;  // owned by the readers of pieces
  std::shared_ptr<Held> last_held_;                    // the next slab may need the remainder of this chunk
};

}  // namespace morula::io::hdf5
