// The folder into which an analysis writes its files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

// Throws SpecError if the folder is a file, or if one of these files exists already and may not be replaced.
void check_results_free(const std::filesystem::path& folder, const std::vector<std::string>& names,
                        bool replace);

}  // namespace morula
