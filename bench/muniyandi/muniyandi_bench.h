// Measures Tables 1, 2 and 3 and Fig. 8 of Muniyandi and Maroosi (2020), with our engine beside them.
#pragma once

#include "bench/benchmark.h"
#include "bench/muniyandi/muniyandi_tables.h"

namespace morula::muniyandi {

BenchmarkOption objects_per_thread_option();

// Each row is printed as soon as it is measured.
ReactionTables compare_reactions(const Backend& backend, const BenchmarkOptions& options, const Say& say);

}  // namespace morula::muniyandi
