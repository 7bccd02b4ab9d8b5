// The folder that an analysis leaves its files in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

// Throws SpecError where the folder is a file, or where one of these is there already and may not be
// replaced.
void check_results_free(const std::filesystem::path& folder, const std::vector<std::string>& names,
                        bool replace);

}  // namespace morula
