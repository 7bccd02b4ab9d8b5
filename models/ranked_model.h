// A model over the ranks of a run, in whichever way it can be shared out: by replicas where there are enough
// of them, in a way of the family's own (Sharing), else by dividing the lattice (Division).
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Throws SpecError where a model cannot be shared out among so many ranks.
void check_ranks(const Spec& spec, const Backend& backend, int ranks);

// Throws SpecError where the part of this rank needs more memory than there is. `own` is the model with the
// replicas of this rank where replicas are shared out, and otherwise the same as `whole`.
void check_part_fits(const Spec& whole, const Spec& own, const Backend& backend, const Communicator& ranks);

// On rank 0, while every other rank is in serve_ranked_model.
std::unique_ptr<Model> make_ranked_model(const Spec& whole, const Spec& own, const Backend& backend,
                                         Communicator& ranks, Start start);
void serve_ranked_model(const Spec& whole, const Spec& own, const Backend& backend, Communicator& ranks);

}  // namespace morula
