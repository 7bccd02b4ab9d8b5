// The chunks of a field that lies on several ranks: which rank owns which, and those of one rank, packed and
// unpacked (packed_field.h). A chunk whose values lie on several ranks is shared: before it is packed, and
// after it is unpacked, its values travel between them.
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

// Consecutive chunks of one owner, which travel together.
struct Batch {
  int owner = 0;
  std::uint64_t first = 0, count = 0;

  std::uint64_t end() const { return first + count; }
};

// A chunk whose values lie on several ranks, the first of which owns it.
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

// The chunks of one rank, and what they have in common with those of others.
class Chunks {
 public:
  Chunks(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads)
      : field_(field), ranks_(ranks), threads_(threads), plan_(field) {}

  const Plan& plan() const { return plan_; }
  // As many as keep all threads busy for some milliseconds.
  std::uint64_t at_once() const { return 2 * threads_.size(); }

  // Values of shared chunks are read where they lie and go to the owner, before any chunk is packed; or they
  // go from the owner to where they lie and are restored there, after all were unpacked. Those that could not
  // be unpacked are zero: their owner says so.
  enum class Direction { ToOwner, FromOwner };
  void move_shared(Direction direction);

  // Consecutive chunks that this rank owns.
  std::vector<io::PackedChunk> pack(std::uint64_t first, std::uint64_t end);
  void unpack(std::uint64_t first, const std::vector<io::PackedChunk>& packed);  // throws StateError

 private:
  struct Values;

  Slab held(std::uint64_t chunk) const { return plan_.chunks.grid.values(chunk); }
  bool is_shared(std::uint64_t chunk) const;
  std::uint64_t bytes_in(Slab slab) const { return slab.count * size_of(field_.field.type); }
  std::uint64_t bytes_in(std::uint64_t chunk) const { return bytes_in(held(chunk)); }
  // The place of a slab in a shared chunk of this rank.
  std::span<std::byte> place(std::uint64_t chunk, Slab slab);
  // Values that this rank holds, wherever they begin and end.
  void read(Slab values, std::span<std::byte> bytes);
  void restore(Slab values, std::span<const std::byte> bytes);

  const FieldOnRanks& field_;
  Communicator& ranks_;
  ThreadPool& threads_;
  Plan plan_;
  std::map<std::uint64_t, Bytes> shared_;  // values of the shared chunks that this rank owns
};

}  // namespace morula::packed_field
