// How the ranks of a run work together: rank 0 reads, writes and prints, and the other ranks hold their parts
// of the model. A run of one process is the same with one rank.
#pragma once

#include <functional>

#include "apps/morula/run_summary.h"
#include "core/communicator.h"
#include "runner/run_ranks.h"

namespace morula {

// Starts or resumes a run on rank 0.
using RunWork = std::function<RunEnd(const Backend&, const Hooks&, const ModelMaker&)>;

// Every rank calls this. It opens the rank's backend, refuses a model that does not fit into memory, runs,
// and tells the user how the run ended.
void run_over_ranks(const RunOptions& options, Communicator& ranks, const std::filesystem::path& folder,
                    const ModelOfAll& model, const RunWork& work);

// Whether this is the folder of a sweep. Only rank 0 needs to see the folder.
bool is_sweep_for_all(const std::filesystem::path& folder, Communicator& ranks);

}  // namespace morula
