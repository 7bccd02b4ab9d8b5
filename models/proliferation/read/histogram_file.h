// Histograms out of whatever file a user has: FCS, known by its first bytes, or text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "models/proliferation/histogram.h"

namespace morula {

// FCS files must have a channel, others none. Throws SpecError.
Histogram read_histogram_file(const std::filesystem::path& path, const std::optional<std::string>& channel);

}  // namespace morula
