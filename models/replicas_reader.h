// The keys of a batch: `replicas: N`; `first_replica: F` if they are not counted from 0; and `replica: R` for
// only one of them (`--replica R`).
#pragma once

#include "io/section.h"
#include "models/spec.h"

namespace morula {

Replicas read_replicas(io::Section& root);

}  // namespace morula
