// Whether what the ranks of a run hold fits into the memory of their machines.
#pragma once

#include <optional>

#include "core/communicator.h"
#include "models/family.h"

namespace morula {

// Every rank calls it with the model that it is going to hold, before any of them makes one, and gets the
// same answer: what is wrong on the first rank, or the first machine, that has too little memory. Devices are
// looked at rank by rank, since nothing tells whether two ranks see the same one.
std::optional<Problem> misfit_on_ranks(const Spec& own, const Backend& backend, Communicator& ranks);

}  // namespace morula
