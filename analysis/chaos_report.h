// The report of an analysis as text and as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/chaos.h"

namespace morula {

std::string as_text(const ChaosReport& report);
std::string as_json(const ChaosReport& report);

std::string correlation_csv(const ChaosReport& report);  // lag, then C and its deviation for each column
std::string smoothed_csv(const ChaosReport& report);     // step, then each column and its Bézier curve
std::string peaks_csv(const ChaosReport& report);        // number of maxima, then members for each column

// Writes summary.json, the three tables, and figures of the first two. Without `replace`, throws SpecError if
// one of these files exists already.
std::vector<std::string> write_chaos_files(const ChaosReport& report, const std::filesystem::path& folder,
                                           bool replace);

}  // namespace morula
