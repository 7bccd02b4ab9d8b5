// How the ranks of a node share its processors.
#pragma once

#include <cstdint>
#include <vector>

#include "core/communicator.h"

namespace morula {

// The processors that a process may use, as bits: what a launcher that binds its ranks leaves to each.
using ProcessorMask = std::vector<std::uint64_t>;
ProcessorMask processors_of_this_process();

// Threads for one of several processes: its processors divided by the number of processes that may use the
// same ones, itself included; at least 1.
unsigned share_of_processors(const ProcessorMask& of_rank, const std::vector<ProcessorMask>& of_ranks);

// Every rank calls it. Ranks count as sharing processors only on the same node.
unsigned threads_of_rank(Communicator& ranks);

}  // namespace morula
