// Work that every rank does and that may fail on any of them.
#pragma once

#include <functional>

#include "core/communicator.h"

namespace morula {

// Every rank calls this and does `work`, during which it must not communicate with other ranks. Returns true
// on all ranks if none of them failed. Otherwise rank 0 throws its own exception, or a StateError with the
// message of the first other rank that failed; the other ranks return false, so that they can go on serving
// rank 0.
bool all_do(Communicator& ranks, const std::function<void()>& work);

// Like all_do(), but if any rank fails, all of them throw as in rank_zero_does() (rank_zero.h), and the error
// on rank 0 names the rank that failed.
void each_rank_must(Communicator& ranks, const std::function<void()>& work);

}  // namespace morula
