// Rays through a solid that is divided among ranks: each rank casts them through its own layers, and of what
// the ranks have found for a ray the nearest is seen.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/picture/colouring.h"

namespace morula {

// Translucent bodies lie behind each other across ranks, which no rank can paint alone: then rank 0 casts all
// rays itself, and so has to hold the classes of all sites.
bool is_cast_on_ranks(const FramesSpec& frames);

// As picture_on_ranks().
io::Image volume_on_ranks(Model& part, const FramesSpec& frames, const Colouring& colouring,
                          const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

// The most memory that one rank needs for it.
std::uint64_t volume_bytes_on_ranks(const FramesSpec& frames, const Lattice& part);

}  // namespace morula
