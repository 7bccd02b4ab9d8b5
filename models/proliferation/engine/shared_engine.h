// Initial cells shared out among the ranks of a run. Counters are sums over cells, so each rank has counters
// of its own, and their totals are those of the run.
#pragma once

#include <memory>

#include "core/communicator.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {

// On rank 0, while every other rank is in serve_shared_engine. It is for runs: it has one variant.
std::unique_ptr<ProliferationEngine> make_shared_engine(std::unique_ptr<ProliferationEngine> engine,
                                                        Communicator& ranks);

// On every other rank: returns when rank 0's engine is gone.
void serve_shared_engine(ProliferationEngine& engine, Communicator& ranks);

}  // namespace morula
