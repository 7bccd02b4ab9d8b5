#pragma once

#include <filesystem>
#include <string>

namespace morula {

// The report of any folder of results. The report of a sweep that was stopped shows its finished runs.
std::string page_of(const std::filesystem::path& folder);

}  // namespace morula
