// The names of Morula's files in a sweep's folder. All other files are the user's, and no command removes
// them.
#pragma once

#include <filesystem>

#include "io/named_files.h"

namespace morula::sweep {

// The files that are made from the records of the runs and can always be made again: tables, figures,
// series.h5, sweep.json, the report. The figures are those that the folder's sweep.json lists.
io::FileNames result_file_names(const std::filesystem::path& folder);

// The names in the folder of a run whose files are kept.
io::FileNames kept_file_names();

// All names, including those of slices.
io::FileNames sweep_file_names(const std::filesystem::path& folder);
io::FileNames slice_file_names(const std::filesystem::path& folder);  // below tasks/

}  // namespace morula::sweep
