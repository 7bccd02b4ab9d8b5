// The folder into which an analysis writes its files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

using FileNameList = std::vector<std::string>;

// Throws SpecError if the folder is a file, or if one of these files exists already and may not be replaced.
// A file is never replaced where it may not be Morula's: one of `summaries` must lie beside it, and each of
// these that exists must have been written by Morula.
void check_results_free(const std::filesystem::path& folder, const FileNameList& names,
                        const FileNameList& summaries, bool replace);

// Whether this is a JSON file of Morula's: it holds the version and the command, or the inputs of a fit.
bool is_written_by_morula(const std::filesystem::path& file);

}  // namespace morula
