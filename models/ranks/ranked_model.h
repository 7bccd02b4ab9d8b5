// A model over the ranks of a run, divided in whatever way is possible.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Throws SpecError if the model cannot be divided among this many ranks.
void check_ranks(const Spec& spec, int ranks);

// Whether each rank holds a slab of one lattice. misfit_of_spread() (node_memory.h) tells whether the slabs
// fit into memory.
bool divides_lattice(const Spec& spec, int ranks);

// For rank 0, while every other rank is in serve_ranked_model. `part` is the model of this rank if replicas
// are divided, and otherwise the same as `whole`. All ranks must have read the same changes.
std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& part, const Backend& backend,
                                         Communicator& ranks, Start start);
void serve_ranked_model(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks);

}  // namespace morula
