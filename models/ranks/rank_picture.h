// A picture of a lattice that is divided among ranks: each rank paints some rows of pixels, and rank 0 joins
// them.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"
#include "models/spec.h"

namespace morula {

// Every rank calls this with the same frames and colours, and with a model that reads what the rank owns.
// Returns the picture on rank 0, and an empty one on other ranks. Not for views with borders, which also
// depend on the row above.
io::Image picture_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                           const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

// The largest amount of memory that one rank needs for the picture.
std::uint64_t picture_bytes_on_ranks(const FramesSpec& frames, const Lattice& part);

}  // namespace morula
