// How the ranks of a node share its processors.
#pragma once

#include <cstdint>
#include <vector>

#include "core/communicator.h"

namespace morula {

// The processors that a process may use, one bit each. A launcher may bind every rank to some of them.
using ProcessorMask = std::vector<std::uint64_t>;
ProcessorMask processors_of_this_process();

// The number of threads for one of several processes: the processors it may use, divided by the number of
// processes (itself included) that may use any of the same ones; at least 1.
unsigned share_of_processors(const ProcessorMask& of_rank, const std::vector<ProcessorMask>& of_ranks);

// Every rank calls this. Only ranks on the same node share processors.
unsigned threads_of_rank(Communicator& ranks);

}  // namespace morula
