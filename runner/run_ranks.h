// A run over ranks: every rank reads the same source, and makes its part of the model.
#pragma once

#include "core/communicator.h"
#include "runner/run.h"

namespace morula {

// A model as every rank has read it. Only rank 0 reads the input files, and sends them to the others.
struct ModelOfAll {
  std::filesystem::path file;
  Spec whole, own;  // see part_of_rank()
};
// Only rank 0 needs to have a source, which it reads by calling `read`. Errors in it are reported as in
// rank_zero_does().
ModelOfAll read_for_all(const ModelSource& source, Communicator& ranks, const std::function<Spec()>& read);

// The model with the replicas of this rank alone, where replicas are shared out; otherwise the whole.
Spec part_of_rank(const ModelSource& source, const Spec& whole, Communicator& ranks);

// On rank 0: how a run makes its models, while the other ranks are in serve_ranked_model. `own` is this
// rank's part.
ModelMaker over_ranks(const Spec& own, Communicator& ranks);

}  // namespace morula
