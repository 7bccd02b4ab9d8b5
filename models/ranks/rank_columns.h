// Columns of the series that are formulas of sites, over a lattice that is divided among ranks: every rank
// computes the sums, minima and maxima of its own layers.
#pragma once

#include "core/communicator.h"
#include "core/decomposition.h"
#include "core/threads.h"
#include "models/model.h"
#include "models/series/site_columns.h"

namespace morula {

// The numbers, on rank 0; elsewhere nothing. Throws Error where a formula has no answer.
Row columns_on_ranks(Model& part, const SiteColumns& columns, const ClassOf& class_of, const Lattice& whole,
                     const Decomposition& decomposition, Communicator& ranks, ThreadPool& threads);

}  // namespace morula
