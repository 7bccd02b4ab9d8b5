// Makes the parts of one lattice (rank_part.h) on all ranks.
#pragma once

#include <memory>

#include "models/ranks/rank_part.h"

namespace morula::spread {

// Every rank calls this and gets its part. If a rank cannot have one (because of an engine of another kind,
// or too little memory), rank 0 throws and the others get nothing.
std::unique_ptr<RankPart> make_part(const Spec& spec, const Backend& backend, Communicator& communicator,
                                    Start start, const HaloSettings& halos);

}  // namespace morula::spread
