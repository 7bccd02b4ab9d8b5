// A field on several ranks is saved in chunks. This file determines which rank owns which chunk; each rank
// packs and unpacks its own chunks (packed_field.h). If the values of a chunk are on several ranks, the chunk
// is shared: the other ranks send their values to the owner before it packs the chunk, and get them back
// after it has unpacked it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/communicator.h"
#include "core/threads.h"
#include "io/field_chunks.h"
#include "models/ranks/packed_field.h"

namespace morula::packed_field {

// Consecutive chunks of one owner, which are sent together.
struct Batch {
  int owner = 0;
  std::uint64_t first = 0, count = 0;

  std::uint64_t end() const { return first + count; }
};

// A chunk whose values are on several ranks, the first of which owns it.
struct SharedChunk {
  std::uint64_t chunk = 0;
  std::vector<Holding> parts;

  int owner() const { return parts.front().rank; }
};

// What every rank knows of all chunks.
struct Plan {
  explicit Plan(const FieldOnRanks& field);

  std::vector<Batch> of_rank(int rank) const;

  io::Chunked chunks;
  std::vector<Batch> batches;
  std::vector<SharedChunk> shared;
};

// The chunks that one rank owns, and the values that it exchanges with other ranks for shared chunks.
class Chunks {
 public:
  Chunks(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads)
      : field_(field), ranks_(ranks), threads_(threads), plan_(field) {}

  const Plan& plan() const { return plan_; }
  // The number of chunks that are packed at once: enough to keep all threads busy for some milliseconds.
  std::uint64_t at_once() const { return 2 * threads_.size(); }

  // Moves the values of shared chunks. ToOwner, before chunks are packed: each rank reads its values and
  // sends them to the owner. FromOwner, after chunks are unpacked: the owner sends the values back, and each
  // rank restores its own. If a chunk could not be unpacked, its values are 0, and its owner throws.
  enum class Direction { ToOwner, FromOwner };
  void move_shared(Direction direction);

  // Packs or unpacks consecutive chunks that this rank owns.
  std::vector<io::PackedChunk> pack(std::uint64_t first, std::uint64_t end);
  void unpack(std::uint64_t first, const std::vector<io::PackedChunk>& packed);  // throws StateError

 private:
  struct Values;

  Slab held(std::uint64_t chunk) const { return plan_.chunks.grid.values(chunk); }
  bool is_shared(std::uint64_t chunk) const;
  std::uint64_t bytes_in(Slab slab) const { return slab.count * size_of(field_.field.type); }
  std::uint64_t bytes_in(std::uint64_t chunk) const { return bytes_in(held(chunk)); }
  // The place of a slab's values within a shared chunk that this rank owns.
  std::span<std::byte> place(std::uint64_t chunk, Slab slab);
  // Reads and restores values of this rank's part of the lattice, which need not be whole rows.
  void read(Slab values, std::span<std::byte> bytes);
  void restore(Slab values, std::span<const std::byte> bytes);

  const FieldOnRanks& field_;
  Communicator& ranks_;
  ThreadPool& threads_;
  Plan plan_;
  std::map<std::uint64_t, Bytes> shared_;  // values of the shared chunks that this rank owns
};

}  // namespace morula::packed_field
