// Reads histograms from files of either kind: FCS, recognised by its first bytes, or text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "models/proliferation/histogram.h"

namespace morula {

// A channel must be given for FCS files, and for no others. Throws SpecError.
Histogram read_histogram_file(const std::filesystem::path& path, const std::optional<std::string>& channel);

}  // namespace morula
