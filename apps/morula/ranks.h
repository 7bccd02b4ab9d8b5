// The ranks that a launcher such as mpirun or srun has started, including this process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/cluster.h"
#include "models/backend.h"
#include "runner/signals.h"

namespace morula {

bool started_by_launcher();  // true only if the launcher started several processes

// Opens the module and joins the other ranks. Throws Error if there is no module or no MPI, and ToldElsewhere
// if the ranks are of different versions: rank 0 has then told the user.
std::unique_ptr<Cluster> open_cluster(const std::string& version);

int rank_in_launch();  // the number that the launcher gave to this process; 0 without a launcher

// Calls `work` with the ranks that share it: all ranks that a launcher has started, or this process alone.
// `mpi` is the option --mpi. An error that only one rank knows of ends all ranks.
void with_ranks(const std::optional<std::string>& mpi, const std::function<void(Communicator&)>& work);

// Ends all ranks at once, with exit code 0, for a signal that comes while the ranks cannot be asked one by
// one to stop. Any thread may call it. Does nothing if this process is the only rank.
void end_every_rank(Communicator& ranks);

Sender sender_of_signals(const Communicator& ranks);

// Gives this rank its share of the threads that the ranks of the node may use, and one of the node's devices,
// which are dealt out to the ranks in turn. Values that the user has chosen are not changed.
BackendRequest backend_for_rank(BackendRequest request, Communicator& ranks);

// A note for the user if the ranks of this machine leave some of its processors idle. This happens when a
// launcher binds each rank to one processor.
std::vector<std::string> idle_processors(const Backend& backend, const Communicator& ranks);

}  // namespace morula
