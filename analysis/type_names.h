// The names of the types of cells in a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace morula {

// From the model file beside a file of the run, if there is one.
std::vector<std::string> type_names_beside(const std::filesystem::path& file);

}  // namespace morula
