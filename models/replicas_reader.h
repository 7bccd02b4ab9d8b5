// The keys of a batch: `replicas: N`, `first_replica: F` where they are not counted from 0, and `replica: R`
// for one of them alone (`--replica R`).
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

Replicas read_replicas(io::Section& root);

}  // namespace morula
