// Initial cells shared out among the ranks of a run. Counters are sums over cells, so each rank has its own
// counters, and the counters of the run are their totals.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {

// Call this on rank 0, while every other rank is in serve_shared_engine(). It is for runs and has one
// variant.
std::unique_ptr<ProliferationEngine> make_shared_engine(std::unique_ptr<ProliferationEngine> engine,
                                                        Communicator& ranks);

// Call this on every other rank. It returns when the engine of rank 0 is destroyed.
void serve_shared_engine(ProliferationEngine& engine, Communicator& ranks);

}  // namespace morula
