// The ranks that a launcher such as mpirun or srun has started, this process among them.
#pragma once

#include <memory>
#include <string>

#include "cluster/cluster.h"

namespace morula {

bool started_by_launcher();  // with others: a launcher of one process is nothing special

// Opens the module and joins the other ranks. Throws Error where there is no module or no MPI, SpecError
// where ranks are of different versions.
std::unique_ptr<Cluster> open_cluster(const std::string& version);

}  // namespace morula
