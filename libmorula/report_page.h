#pragma once

#include <filesystem>
#include <string>

namespace morula {

// The report of any folder of results; of a sweep that was stopped, with the runs that are done.
std::string page_of(const std::filesystem::path& folder);

}  // namespace morula
