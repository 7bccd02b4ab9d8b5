// A run over ranks: every rank reads the same source and makes its own part of the model.
#pragma once

#include "core/communicator.h"
#include "runner/input_copies.h"
#include "runner/run.h"

namespace morula {

// A model that every rank has read. Only rank 0 reads the files, and sends them to the others; of an HDF5
// volume, each rank gets its part when the model is made (models/ranks/rank_volumes.h).
struct ModelOfAll {
  std::filesystem::path file;
  Spec whole, part;                           // see part_of_rank()
  std::shared_ptr<const InputCopies> copies;  // kept if the model has changes, which read the files again
};
// Only the `source` of rank 0 is used, and rank 0 reads it with `read`. An error in it, or on any rank, is
// thrown as in rank_zero_does().
ModelOfAll read_for_all(const ModelSource& source, Communicator& ranks,
                        const std::function<Spec(const DeferredVolumes&)>& read);

// The model with only the replicas of this rank, if replicas are distributed over the ranks; otherwise the
// whole model.
Spec part_of_rank(const ModelSource& source, const Spec& whole, Communicator& ranks);

// The maker of models for a run on rank 0, while the other ranks are in serve_ranked_model(). `part` is the
// result of part_of_rank() on this rank.
ModelMaker over_ranks(const Spec& part, Communicator& ranks);

}  // namespace morula
