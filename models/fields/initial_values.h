// The values of fields at the beginning of a run.
#pragma once

#include <span>

#include "core/field.h"
#include "core/threads.h"
#include "models/fields/row_sources.h"

namespace morula::fields {

// Writes the values of a slab of field `field`, whose canonical indices count through all replicas. Draws are
// those of (seed, replica), the first of which is `first_replica`. Throws Error where a formula has no
// answer.
void fill_initial(const FieldsOnLattice& on, u32 field, u64 seed, u64 first_replica, SiteReader& sites,
                  Slab slab, std::span<f64> values, ThreadPool& threads);

}  // namespace morula::fields
