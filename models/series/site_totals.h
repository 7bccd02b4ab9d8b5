// Formulas over all sites of a model: sums, minima and maxima that do not depend on the order of sites.
#pragma once

#include "core/threads.h"
#include "models/model.h"
#include "models/series/site_columns.h"

namespace morula {

// The number of each column for the state that the model is in. Layers are read a few at a time. Throws Error
// where a formula has no answer.
Row site_numbers(Model& model, const SiteColumns& columns, const Lattice& lattice, ThreadPool& threads);

}  // namespace morula
