// The keys of a batch: `replicas: N`, and `replica: R` for one of them alone (`--replica R`).
#pragma once

#include <cstdint>

#include "io/section.h"

namespace morula {

struct Replicas {
  std::uint64_t count = 1;
  std::uint64_t first = 0;  // draws are addressed by the replica's number in the whole batch
};

Replicas read_replicas(io::Section& root);

}  // namespace morula
