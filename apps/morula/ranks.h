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
// is the option --mpi. What goes wrong on one rank, and others do not know of, ends all of them.
void with_ranks(const std::optional<std::string>& mpi, const std::function<void(Communicator&)>& work);

Sender sender_of_signals(const Communicator& ranks);

// The part of a machine that is this rank's: its share of the threads that it may use together with others of
// its node, and of the node's devices the one of its number. What the user has chosen stays.
BackendRequest backend_for_rank(BackendRequest request, Communicator& ranks);

// A note where the ranks of this machine leave some of its processors without a thread, as they do when a
// launcher binds each of them to one.
std::vector<std::string> idle_processors(const Backend& backend, const Communicator& ranks);

}  // namespace morula
