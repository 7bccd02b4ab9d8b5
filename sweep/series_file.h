// series.h5: the kept series of all runs in one file.
#pragma once

#include <filesystem>

#include "sweep/jobs.h"
#include "sweep/plan.h"

namespace morula::sweep {

// The file has a list for each column, in which the runs follow each other in the order of runs.csv: run r
// has run_rows[r] rows from row run_first[r] on. Empty cells, and columns that a run does not have, are
// not-a-number.
void write_series_file(const std::filesystem::path& folder, const Plan& plan, const Records& records);

}  // namespace morula::sweep
