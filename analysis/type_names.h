// The names of the types of cells in a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

// Read from the model file beside this file of the run, if there is one.
std::vector<std::string> type_names_beside(const std::filesystem::path& file);

}  // namespace morula
