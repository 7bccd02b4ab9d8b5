#pragma once

#include <filesystem>
#include <string>

namespace morula {

// The report of a folder that `morula sweep` has written: figures, the summary, the runs.
std::string sweep_report(const std::filesystem::path& folder);

}  // namespace morula
