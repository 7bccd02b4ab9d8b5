// A batch of replicas over the ranks of a run: each rank holds some whole replicas. Rank 0 has the model of
// the batch, which is used like any other; the other ranks do what it requests.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Whether there are at least as many replicas as ranks, so that each rank can hold some of them.
bool shares_replicas(const Spec& spec, int ranks);

// The replicas that a rank holds: consecutive ones, whose numbers differ by at most one between ranks.
Replicas replicas_of_rank(Replicas replicas, int rank, int ranks);

// For rank 0, while every other rank is in serve_shared_replicas. `part` is the same model with only the
// replicas of this rank. Errors on other ranks are thrown on rank 0.
std::unique_ptr<Model> make_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend,
                                            Communicator& ranks, Start start);

// For every other rank; returns when rank 0's model has been destroyed.
void serve_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks);

}  // namespace morula
