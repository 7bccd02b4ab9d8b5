// The ranks that a launcher such as mpirun or srun has started, this process among them.
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

bool started_by_launcher();  // with others: a launcher of one process is nothing special

// Opens the module and joins the other ranks. Throws Error if there is no module or no MPI, and ToldElsewhere
// if the ranks are of different versions: rank 0 has then told the user.
std::unique_ptr<Cluster> open_cluster(const std::string& version);

int rank_in_launch();  // as the launcher has numbered this process; 0 where there is none

// Calls `work` with the ranks that share it: those that a launcher has started, or this process alone. `mpi`
// is the option --mpi. An error on one rank that the others do not know of ends all of them.
void with_ranks(const std::optional<std::string>& mpi, const std::function<void(Communicator&)>& work);

// Ends all ranks at once, with exit code 0, when a signal asks for it while they cannot be asked one by one.
// Any thread may call it. Does nothing if this process is the only rank.
void end_every_rank(Communicator& ranks);

Sender sender_of_signals(const Communicator& ranks);

// This rank's part of its machine: its share of the threads that the ranks of the node may use, and one of
// the node's devices, which the ranks get in turn. What the user has chosen is not changed.
BackendRequest backend_for_rank(BackendRequest request, Communicator& ranks);

// A note if the ranks of this machine leave some of its processors idle, which happens when a launcher binds
// each rank to one processor.
std::vector<std::string> idle_processors(const Backend& backend, const Communicator& ranks);

}  // namespace morula
