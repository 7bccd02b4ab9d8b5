// A run over ranks: every rank reads the same words, and makes its part of the model.
#pragma once

#include "core/communicator.h"
#include "runner/run.h"

namespace morula {

// Rank 0's words, for every rank.
ModelWords words_for_all(const ModelWords& words, Communicator& ranks);

// The model with the replicas of this rank alone, where replicas are shared out; otherwise the whole.
Spec part_of_rank(const ModelWords& words, const Spec& whole, Communicator& ranks);

// On rank 0: how a run makes its models, while the other ranks are in serve_ranked_model. `own` is this
// rank's part.
ModelMaker over_ranks(const Spec& own, Communicator& ranks);

}  // namespace morula
