// The text and the files in which an analysis is reported.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/chaos.h"

namespace morula {

std::string as_text(const ChaosReport& report);
std::string as_json(const ChaosReport& report);

std::string correlation_csv(const ChaosReport& report);  // lag, then C of each column and its deviation
std::string smoothed_csv(const ChaosReport& report);     // step, then each column and its Bézier curve
std::string peaks_csv(const ChaosReport& report);        // number of peaks, then members of each column

// summary.json, the three tables, and pictures of the first two. Without `replace`, throws SpecError if one
// of these files exists already.
std::vector<std::string> write_chaos_files(const ChaosReport& report, const std::filesystem::path& folder,
                                           bool replace);

}  // namespace morula
