// The folder into which an analysis writes its files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

using FileNameList = std::vector<std::string>;

// Throws SpecError if the folder is a file, or if one of these files exists already and may not be replaced.
// A file is never replaced where another program may have written it: one of `marks`, files that name the
// version of Morula, must lie beside it.
void check_results_free(const std::filesystem::path& folder, const FileNameList& names,
                        const FileNameList& marks, bool replace);

// Whether Morula has written this JSON file, as its version and the command or the inputs in it show.
bool is_mark(const std::filesystem::path& file);

}  // namespace morula
