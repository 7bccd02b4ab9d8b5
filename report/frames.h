// The frames of a run as data URIs, few and small enough for one page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula {

struct ReportFrame {
  std::uint64_t step = 0;
  std::string data;  // data:image/png;base64,…
};

// At most 60, evenly spread with the first and the last, of 512 pixels a side; fewer where they would take
// more than `most_bytes`.
std::vector<ReportFrame> report_frames(const std::filesystem::path& folder, std::size_t most_bytes);

}  // namespace morula
