// A run over ranks: every rank reads the same source, and makes its part of the model.
#pragma once

#include "core/communicator.h"
#include "runner/input_copies.h"
#include "runner/run.h"

namespace morula {

// A model as every rank has read it. Rank 0 alone reads its files, and sends them to the others; but of HDF5
// volumes each rank gets its part when the model is made (models/ranks/rank_volumes.h).
struct ModelOfAll {
  std::filesystem::path file;
  Spec whole, part;                           // see part_of_rank()
  std::shared_ptr<const InputCopies> copies;  // where the model has changes, which read it again
};
// Only rank 0's `source` counts, and rank 0 reads it by `read`. What is wrong with it, or an error on any
// rank, is told as in rank_zero_does().
ModelOfAll read_for_all(const ModelSource& source, Communicator& ranks,
                        const std::function<Spec(const DeferredVolumes&)>& read);

// If replicas are shared out among ranks, the model with the replicas of this rank only; otherwise the whole
// model.
Spec part_of_rank(const ModelSource& source, const Spec& whole, Communicator& ranks);

// On rank 0: how a run makes its models, while the other ranks are in serve_ranked_model. `part` is
// what part_of_rank() gave this rank.
ModelMaker over_ranks(const Spec& part, Communicator& ranks);

}  // namespace morula
