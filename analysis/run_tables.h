// The tables of run directories that an analysis reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

// The path of the table `name` in the run directory `run`; if `run` is a file, it is the table. Throws
// SpecError if there is no such table; `remedy` tells the user how to run a model so that it writes one.
std::filesystem::path table_of_run(const std::filesystem::path& run, const std::string& name,
                                   const std::string& remedy);

// Throws SpecError if a run directory is named twice, by itself or by its table `name`, since its cells would
// count twice.
void refuse_repeated_runs(const std::vector<std::filesystem::path>& runs, const std::string& name);

}  // namespace morula
