#pragma once

#include <filesystem>
#include <string>

namespace morula {

// Of what `morula sweep` leaves: figures, the summary, the runs.
std::string sweep_report(const std::filesystem::path& folder);

}  // namespace morula
