// A model over the ranks of a run, in whichever way it can be shared out.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Throws SpecError where a model cannot be shared out among this many ranks.
void check_ranks(const Spec& spec, int ranks);

// Whether each rank holds a slab of one lattice. Whether the slabs fit into memory, misfit_of_spread() tells
// (node_memory.h).
bool divides_lattice(const Spec& spec, int ranks);

// On rank 0, while every other rank is in serve_ranked_model. `part` is the part of this rank where replicas
// are shared out, and otherwise the same as `whole`. All ranks must have read the same changes.
std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& part, const Backend& backend,
                                         Communicator& ranks, Start start);
void serve_ranked_model(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks);

}  // namespace morula
