// The values of fields at the beginning of a run.
#pragma once

#include <span>

#include "core/field.h"
#include "core/threads.h"
#include "models/fields/row_sources.h"

namespace morula::fields {

// Writes the initial values of field `field` in a slab, whose canonical indices count through all replicas.
// Random numbers are those of (seed, replica), where the first replica has the number `first_replica`. Throws
// Error if a formula has no value somewhere.
void fill_initial(const FieldsOnLattice& on, u32 field, u64 seed, u64 first_replica, SiteReader& sites,
                  Slab slab, std::span<f64> values, ThreadPool& threads);

}  // namespace morula::fields
