// A batch of replicas over the ranks of a run: each rank holds some of them whole. Rank 0 has the model of
// the batch, as everybody else uses one; all other ranks do what it asks of them.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Whether there are at least as many replicas as ranks, so that each rank can hold some of them.
bool shares_replicas(const Spec& spec, int ranks);

// The replicas that a rank holds: consecutive ones, as many as every other rank has, or one more.
Replicas replicas_of_rank(Replicas replicas, int rank, int ranks);

// On rank 0, while every other rank is in serve_shared_replicas. `own` is the same model with the replicas of
// this rank alone. What fails on another rank is thrown there.
std::unique_ptr<Model> make_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend,
                                            Communicator& ranks, Start start);

// On every other rank: returns when rank 0's model is gone.
void serve_shared_replicas(const Spec& whole, const Spec& part, const Backend& backend, Communicator& ranks);

}  // namespace morula
