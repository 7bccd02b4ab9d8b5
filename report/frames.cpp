#include "report/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/threads.h"
#include "io/image.h"
#include "models/observer.h"
#include "models/picture/picture.h"
#include "report/base64.h"
#include "runner/frame_files.h"
#include "runner/run.h"
#include "runner/run_source.h"
#include "runner/saved_picture.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_frames = 60;
constexpr std::uint32_t largest_frame = 512;
constexpr std::uint32_t largest_direction = 400;
constexpr std::uint64_t most_drawn_sites = std::uint64_t{1} << 26;  // takes a second or two on one core

std::vector<std::uint64_t> spread_out(const std::vector<std::uint64_t>& steps, std::size_t count) {
  if (steps.size() <= count) return steps;
  std::vector<std::uint64_t> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(steps[count == 1 ? steps.size() - 1 : i * (steps.size() - 1) / (count - 1)]);
  return chosen;
}

std::string data_of(const io::Image& image) { return "data:image/png;base64," + base64(io::png_of(image)); }

std::vector<ReportFrame> encoded(const fs::path& folder, const std::vector<std::uint64_t>& steps) {
  std::vector<ReportFrame> frames;
  for (const std::uint64_t step : steps) {
    const io::Image image = io::reduced_to(io::read_image(folder / numbered(step, ".png")), largest_frame);
    frames.push_back({fmt::format("step {}", step), data_of(image)});
  }
  return frames;
}

bool has_volumes(const Spec& spec) {
  return spec.lattice && spec.lattice->dimensions == 3 && spec.output.frames &&
         spec.output.frames->view == FrameView::Volume;
}

// Pictures of a model from directions all around it; the longer side of each has `longer` pixels.
std::vector<ReportFrame> drawn_around(const SavedModel& saved, std::uint32_t longer, ThreadPool& threads) {
  std::vector<ReportFrame> frames;
  VolumeSpec volume = saved.frames.volume;
  const std::uint32_t side = std::max({volume.width, volume.height, longer});
  volume.width = std::max(64u, volume.width * longer / side);
  volume.height = std::max(64u, volume.height * longer / side);
  for (unsigned degrees = 0; degrees < 360; degrees += 45) {
    FramesSpec shot = saved.frames;
    shot.volume = volume;
    shot.volume.camera = turned(volume.camera, degrees);
    frames.push_back({fmt::format("{}°", degrees), data_of(picture(*saved.model, shot, &threads))});
  }
  return frames;
}

}  // namespace

std::size_t bytes_of(const std::vector<ReportFrame>& frames) {
  std::size_t bytes = 0;
  for (const ReportFrame& frame : frames) bytes += frame.data.size();
  return bytes;
}

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

Directions report_directions(const fs::path& run, std::size_t most_bytes) {
  const std::string by_itself = fmt::format("; 'morula picture {}' draws it", run.string());
  try {
    const Spec spec = read_model(source_of_run(run));
    if (!has_volumes(spec)) return {};
    if (const Index sites = spec.lattice->global.sites(); sites > most_drawn_sites)
      return {{},
              fmt::format("the lattice has {} sites, and at most {} are drawn for a report{}", sites,
                          most_drawn_sites, by_itself)};
    const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
    const SavedModel saved = load_saved({run, {}, {}, {}}, backend);
    Directions directions{drawn_around(saved, largest_direction, *backend.threads)};
    if (bytes_of(directions.frames) > most_bytes)
      return {{}, "its pictures would make this page too large" + by_itself};
    return directions;
    // The report then shows what is available: the state was not saved, or files are missing.
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

}  // namespace morula
