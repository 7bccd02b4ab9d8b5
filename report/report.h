// A folder of results as one HTML file.
#pragma once

#include <filesystem>
#include <string>

namespace morula {

constexpr std::size_t largest_report = 5'000'000;  // bytes

// The report of a run directory, or of a folder that `fit` or `analyze` has left. Throws SpecError where the
// folder is none of these.
std::string report_of(const std::filesystem::path& folder);

}  // namespace morula
