// What every rank does, where any of them may fail.
#pragma once

#include <functional>

#include "core/communicator.h"

namespace morula {

// Every rank calls it and does `work`, in which it talks to no other rank. Returns true on all ranks if none
// of them failed. Otherwise rank 0 throws its own exception, or a StateError with the message of the first
// other rank that failed; the other ranks return false, so that they can go on serving rank 0.
bool all_do(Communicator& ranks, const std::function<void()>& work);

// As all_do(), but if any rank fails, all of them throw as in rank_zero_does() (rank_zero.h), and rank 0 says
// which one it was.
void each_rank_must(Communicator& ranks, const std::function<void()>& work);

}  // namespace morula
