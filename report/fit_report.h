#pragma once

#include <filesystem>
#include <string>

namespace morula {

// The report of one fit: its types with their intervals, figures, and the fitted model file.
std::string fit_report(const std::filesystem::path& folder);
// The report of several models fitted to the same target: their ranking, and the types of each.
std::string comparison_report(const std::filesystem::path& folder);

}  // namespace morula
