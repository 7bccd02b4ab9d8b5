// Which files of a sweep's folder are Morula's. Everything else is the user's, and no command removes it.
#pragma once

#include <filesystem>

#include "io/named_files.h"

namespace morula::sweep {

// Made from the records of the runs, and always made again: tables, figures, series.h5, sweep.json, the
// report. Figures are those that the folder's sweep.json lists.
io::FileNames result_file_names(const std::filesystem::path& folder);

// In the folder of one run whose files are kept.
io::FileNames kept_file_names();

// All of them, those of slices included.
io::FileNames sweep_file_names(const std::filesystem::path& folder);
io::FileNames slice_file_names(const std::filesystem::path& folder);  // below tasks/

}  // namespace morula::sweep
