// series.h5: the series of all runs that were kept, in one file.
#pragma once

#include <filesystem>

#include "sweep/jobs.h"
#include "sweep/plan.h"

namespace morula::sweep {

// A list for each column, in which the runs follow each other in the order of runs.csv; run r has the rows
// from run_first[r] on, run_rows[r] of them. Cells that are empty, and columns that a run does not have, are
// not-a-number.
void write_series_file(const std::filesystem::path& folder, const Plan& plan, const Records& records);

}  // namespace morula::sweep
