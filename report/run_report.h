#pragma once

#include <filesystem>
#include <string>

namespace morula {

std::string run_report(const std::filesystem::path& run);
// The report of a folder that `analyze` has written: figures, tables and JSON.
std::string result_report(const std::filesystem::path& folder);

}  // namespace morula
