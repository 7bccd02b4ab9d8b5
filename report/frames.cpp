#include "report/frames.h"

#include <algorithm>

#include "io/image.h"
#include "models/observer.h"
#include "report/base64.h"
#include "runner/frame_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_frames = 60;
constexpr std::uint32_t largest_frame = 512;

std::vector<std::uint64_t> spread_out(const std::vector<std::uint64_t>& steps, std::size_t count) {
  if (steps.size() <= count) return steps;
  std::vector<std::uint64_t> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(steps[count == 1 ? steps.size() - 1 : i * (steps.size() - 1) / (count - 1)]);
  return chosen;
}

std::vector<ReportFrame> encoded(const fs::path& folder, const std::vector<std::uint64_t>& steps) {
  std::vector<ReportFrame> frames;
  for (const std::uint64_t step : steps) {
    const io::Image image = io::reduced_to(io::read_image(folder / numbered(step, ".png")), largest_frame);
    frames.push_back({step, "data:image/png;base64," + base64(io::png_of(image))});
  }
  return frames;
}

std::size_t bytes_of(const std::vector<ReportFrame>& frames) {
  std::size_t bytes = 0;
  for (const ReportFrame& frame : frames) bytes += frame.data.size();
  return bytes;
}

}  // namespace

std::vector<ReportFrame> report_frames(const fs::path& folder, std::size_t most_bytes) {
  const std::vector<std::uint64_t> steps = frame_steps(folder);
  std::vector<ReportFrame> frames;
  for (std::size_t count = std::min(most_frames, steps.size()); count > 0; count /= 2) {
    frames = encoded(folder, spread_out(steps, count));
    if (bytes_of(frames) <= most_bytes) break;
    frames.clear();
  }
  return frames;
}

}  // namespace morula
