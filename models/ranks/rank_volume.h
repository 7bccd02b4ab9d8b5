// Casts rays through a solid that is divided among ranks: each rank casts them through its own layers, and
// for each ray the nearest hit of all ranks is seen.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"

namespace morula {

// Translucent bodies on several ranks lie behind each other, so no rank can paint them alone. In that case
// rank 0 casts all rays itself, and must hold the classes of all sites.
bool is_cast_on_ranks(const FramesSpec& frames);

// Like picture_on_ranks().
io::Image volume_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                          const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

// The largest amount of memory that one rank needs for the picture.
std::uint64_t volume_bytes_on_ranks(const FramesSpec& frames, const Lattice& part);

}  // namespace morula
