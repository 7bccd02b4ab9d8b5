// Ranks as threads of one process, with which tests and sanitizers run what otherwise needs a cluster.
#pragma once

#include <functional>

#include "core/communicator.h"

namespace morula {

// Calls `program` once for each rank 0 … ranks - 1, each in a thread of its own, and returns when all have
// returned. If one throws, the waits of all others end with an error, and its exception is thrown here; if
// several throw, the first exception is. Ranks that wait only for each other, or for a rank that has
// returned, fail.
void run_thread_ranks(int ranks, const std::function<void(Communicator&)>& program);

}  // namespace morula
