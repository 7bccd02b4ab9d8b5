// The frames of a run as data URIs, few enough and small enough for one page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula {

struct ReportFrame {
  std::string label;  // "step 40", "90°"
  std::string data;   // data:image/png;base64,…
};

// At most 60 frames of 512 pixels a side, evenly spread and including the first and the last; fewer if they
// would take more than `most_bytes`.
std::vector<ReportFrame> report_frames(const std::filesystem::path& folder, std::size_t most_bytes);

// The last state of a run from eight directions around it, if its frames are volumes. There are no pictures
// if no state was saved, if the lattice would take long to draw, or if the pictures would take more than
// `most_bytes`.
struct Directions {
  std::vector<ReportFrame> frames;
  std::string why_none{};  // and what to do about it; empty for runs whose frames are not volumes
};
Directions report_directions(const std::filesystem::path& run, std::size_t most_bytes);

std::size_t bytes_of(const std::vector<ReportFrame>& frames);

}  // namespace morula
