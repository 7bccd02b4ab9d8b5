// Volumes that a model file names, such as masks: each rank gets the layers that it owns. Only rank 0 reads
// the files; besides its own layers, it holds at most one slab of a volume at a time.
#pragma once

#include <vector>

#include "core/communicator.h"
#include "core/decomposition.h"
#include "models/spec.h"

namespace morula {

// Every rank calls this before it makes its part of a model in its initial state, with the layers of the
// lattice that each rank owns. If rank 0 cannot read a file, it throws an error, and the other ranks get
// false.
bool load_deferred_volumes(const Spec& part, const std::vector<LayerRange>& owned, Communicator& ranks);

// Releases the values, which are not needed once the model is made.
void unload_deferred_volumes(const Spec& part);

// The bytes that a rank that owns these layers needs for the values.
std::uint64_t deferred_volume_bytes(const Spec& part, const LayerRange& owned);

std::vector<LayerRange> owned_by_each(const Decomposition& decomposition);
// The same range of layers, all of them, for each rank: for ranks that hold whole replicas.
std::vector<LayerRange> all_for_each(const Lattice& lattice, int ranks);

}  // namespace morula
