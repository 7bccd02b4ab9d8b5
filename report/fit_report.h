#pragma once

#include <filesystem>
#include <string>

namespace morula {

// Of one fit: its types with their intervals, figures, and the fitted model file.
std::string fit_report(const std::filesystem::path& folder);
// Of several models that were fitted to the same target: their ranking, and the types of each.
std::string comparison_report(const std::filesystem::path& folder);

}  // namespace morula
