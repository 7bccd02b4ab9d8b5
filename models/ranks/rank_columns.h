// Columns of the series that are formulas over sites, for a lattice that is divided among ranks: every rank
// computes the sums, minima and maxima over its own layers.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/model.h"
#include "models/series/site_columns.h"

namespace morula {

// Returns the values on rank 0, and nothing on other ranks. Throws Error if a formula has no result.
Row columns_on_ranks(Model& part, const SiteColumns& columns, const ClassOf& class_of, const Lattice& whole,
                     const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

}  // namespace morula
