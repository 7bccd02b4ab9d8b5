// A picture of a lattice that is divided among ranks: each of them paints some rows of pixels, rank 0 puts
// them together.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"
#include "models/spec.h"

namespace morula {

// Every rank calls it with the same frames and colours, and a model that reads what it owns. The picture is
// rank 0's; elsewhere it is empty. Not for views with borders, which look at the row above.
io::Image picture_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                           const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

// The most memory that one rank needs for it.
std::uint64_t picture_bytes_on_ranks(const FramesSpec& frames, const Lattice& part);

}  // namespace morula
