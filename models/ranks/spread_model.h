// One lattice over the ranks of a run. On rank 0 this is the whole model, which the rest of the program uses
// like any other: it steps, sums, reads and restores. Each rank holds a slab of the lattice, and all other
// ranks do what rank 0's model requests.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Throws SpecError if the model cannot be spread over this many ranks, because its family cannot divide a
// lattice or this lattice has too few layers.
void check_spread(const Spec& spec, int ranks);
bool can_spread(const Spec& spec, int ranks);

// For rank 0, while every other rank is in serve_spread_model. If a rank cannot do something, such as
// allocate its part, this throws. The communicator must outlive the model. The environment variable
// MORULA_HALO sets the depth of halos, in layers; with MORULA_OVERLAP=no, ranks with devices do not compute
// while they exchange halos. The values on rank 0 apply to all ranks.
std::unique_ptr<Model> make_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator,
                                         Start start = Start::Initial);

// For every other rank; returns when rank 0's model has been destroyed, or could not be made.
void serve_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator);

// For rank 0: lets the other ranks return if no model is made after all.
void dismiss_ranks(Communicator& communicator);

}  // namespace morula
