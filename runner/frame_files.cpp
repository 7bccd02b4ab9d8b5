#include "runner/frame_files.h"

#include <algorithm>

#include "io/section.h"
#include "models/observer.h"

namespace morula {

std::vector<std::uint64_t> frame_steps(const std::filesystem::path& folder) {
  std::vector<std::uint64_t> steps;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    const auto step = io::parse_whole(entry.path().stem().string());
    if (step && entry.path().filename() == numbered(*step, ".png")) steps.push_back(*step);
  }
  std::ranges::sort(steps);
  return steps;
}

}  // namespace morula
