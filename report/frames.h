// The frames of a run as data URIs, few and small enough for one page.
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

// At most 60, evenly spread with the first and the last, of 512 pixels a side; fewer where they would take
// more than `most_bytes`.
std::vector<ReportFrame> report_frames(const std::filesystem::path& folder, std::size_t most_bytes);

// The last state of a run from eight directions around it, if its frames are volumes. There are none if no
// state was saved, for lattices that take long to draw, and if the pictures would take more than
// `most_bytes`.
struct Directions {
  std::vector<ReportFrame> frames;
  std::string why_none{};  // and what to do; empty for runs whose frames are no volumes
};
Directions report_directions(const std::filesystem::path& run, std::size_t most_bytes);

std::size_t bytes_of(const std::vector<ReportFrame>& frames);

}  // namespace morula
