// A field whose values are on several ranks, as the chunks of a file (io/field_chunks.h). A chunk belongs to
// the rank that holds its first value; that rank compresses and decompresses it. Rank 0 has the file.
#pragma once

#include <exception>
#include <functional>
#include <vector>

#include "core/communicator.h"
#include "core/threads.h"
#include "models/model.h"

namespace morula {

// Consecutive values that one rank holds.
struct Holding {
  int rank = 0;
  Slab slab;
};

struct FieldOnRanks {
  Field field;
  std::function<std::vector<Holding>(Slab)> holders;              // of consecutive values, in order
  std::function<void(Slab, std::span<std::byte>)> read;           // values that this rank holds
  std::function<void(Slab, std::span<const std::byte>)> restore;  // restores such values
};

// Every rank calls these. `sink` is called on rank 0 for every chunk in order, `source` on rank 0 in any
// order.
void read_packed(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads,
                 const Model::ChunkSink& sink);
// Returns when every rank is done, with the error of this rank if there is one. An exception means that the
// ranks cannot go on together.
std::exception_ptr restore_packed(const FieldOnRanks& field, Communicator& ranks, ThreadPool& threads,
                                  const Model::ChunkSource& source);

}  // namespace morula
