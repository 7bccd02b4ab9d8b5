// Volumes that a model file names, such as masks: each rank gets the layers that it owns. Only rank 0 reads
// the files; besides its own layers, it holds at most one slab of a volume at a time.
#pragma once

#include <vector>

#include "core/communicator.h"
#include "core/decomposition.h"
#include "models/spec.h"

namespace morula {

// Every rank calls it before it makes its part of a model in its initial state, with the layers of the
// lattice that each rank owns. If rank 0 cannot read a file, it throws what is wrong, and on the other ranks
// this is false.
bool load_deferred_volumes(const Spec& part, const std::vector<LayerRange>& owned, Communicator& ranks);

// Once the model is made, nothing needs the values.
void unload_deferred_volumes(const Spec& part);

// What a rank that owns these layers needs for the values.
std::uint64_t deferred_volume_bytes(const Spec& part, const LayerRange& owned);

std::vector<LayerRange> owned_by_each(const Decomposition& decomposition);
std::vector<LayerRange> all_for_each(const Lattice& lattice, int ranks);  // where each holds whole replicas

}  // namespace morula
