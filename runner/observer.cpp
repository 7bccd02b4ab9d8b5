#include "runner/observer.h"

#include <fmt/format.h>

#include "io/section.h"
#include "runner/run_folder.h"

namespace morula {

std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads) {
  std::vector<std::unique_ptr<Observer>> observers;
  const OutputSpec& output = spec.output;
  if (output.series_every) observers.push_back(observe_series(folder, {*output.series_every, spec.steps}));
  if (output.frames)
    observers.push_back(observe_frames(folder, {output.frames->every, spec.steps}, *output.frames));
  if (output.state_every)
    observers.push_back(observe_states(folder, {*output.state_every, spec.steps}, threads));
  if (output.patterns_every)
    observers.push_back(observe_patterns(folder, {*output.patterns_every, spec.steps}));
  return observers;
}

std::string numbered(std::uint64_t step, const std::string& extension) {
  return fmt::format("{:09}{}", step, extension);
}

bool covered(std::uint64_t written, const Schedule& schedule, std::uint64_t step) {
  return written < step && schedule.due(written);
}

void remove_uncovered(const std::filesystem::path& folder, const Schedule& schedule, std::uint64_t step) {
  if (!std::filesystem::exists(folder)) return;
  std::vector<std::filesystem::path> beyond;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::filesystem::path name = entry.path().filename();
    const auto number = io::parse_whole(name.stem().string());
    const bool ours = number && numbered(*number, name.extension().string()) == name.string();
    if (name.extension() == ".part" || (ours && !covered(*number, schedule, step)))
      beyond.push_back(entry.path());
  }
  for (const std::filesystem::path& path : beyond) std::filesystem::remove(path);
}

}  // namespace morula
