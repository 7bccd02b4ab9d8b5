// The keys of a batch: `replicas: N`, and `replica: R` for one of them alone (`--replica R`).
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

Replicas read_replicas(io::Section& root);

}  // namespace morula
