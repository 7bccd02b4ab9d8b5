// Checks that everything that the ranks of a run hold fits into the memory of their machines.
#pragma once

#include <optional>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Every rank calls this with the model that it is going to hold, before any of them makes one, and gets the
// same result: the problem of the first rank, the first machine or the first device that has too little
// memory. The needs of ranks that share a device are added up if its driver identifies it
// (DeviceInfo::identity).
//
// `messages` is the number of bytes that this rank keeps for messages to others, which no footprint includes.
std::optional<Problem> misfit_on_ranks(const Spec& part, const Backend& backend, Communicator& ranks,
                                       std::uint64_t messages);

// The largest number of bytes that a part with halos of this many layers keeps for messages (rank_part.h).
std::uint64_t most_message_bytes(const Spec& part, const Backend& backend, Index halo);

// misfit_on_ranks() for a lattice that is to be divided among the ranks.
std::optional<Problem> misfit_of_spread(const Spec& whole, const Backend& backend, Communicator& ranks);

}  // namespace morula
