// One lattice over the ranks of a run. On rank 0 this is the whole model, and the rest of the program uses it
// like any other: it steps, sums, reads and restores. Behind it each rank holds a slab of the lattice, and
// all ranks but 0 do what rank 0's model asks of them.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Throws SpecError if the model cannot be spread over this many ranks: its family cannot divide a lattice, or
// this one has too few layers.
void check_spread(const Spec& spec, int ranks);
bool can_spread(const Spec& spec, int ranks);

// On rank 0, while every other rank is in serve_spread_model. What a rank cannot do, such as allocate its
// part, is thrown here. The communicator must outlive the model. The environment variable MORULA_HALO sets
// the depth of halos, in layers; MORULA_OVERLAP=no lets ranks with devices compute nothing while they
// exchange halos. What rank 0 finds there holds for all ranks.
std::unique_ptr<Model> make_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator,
                                         Start start = Start::Initial);

// On every other rank: returns when rank 0's model is gone, or could not be made.
void serve_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator);

// On rank 0: lets the other ranks return if there is to be no model after all.
void dismiss_ranks(Communicator& communicator);

}  // namespace morula
