// Writes a folder of results as one HTML file.
#pragma once

#include <filesystem>
#include <string>

#include "report/page.h"

namespace morula {

// The report of a run directory, or of a folder that `fit`, `sweep` or `analyze` has written. Throws
// SpecError if the folder is none of these.
std::string report_of(const std::filesystem::path& folder);

}  // namespace morula
