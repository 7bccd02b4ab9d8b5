// The report of tracks as text and as files.
#pragma once

#include "analysis/tracks.h"

namespace morula {

std::string as_text(const TracksReport& report);
std::string as_json(const TracksReport& report);

// Writes displacement.csv and autocovariance.csv, a figure of each, and summary.json, and returns their
// names. Without `replace`, throws SpecError if one of them exists already.
std::vector<std::string> write_tracks_files(const TracksReport& report, const std::filesystem::path& folder,
                                            bool replace);

}  // namespace morula
