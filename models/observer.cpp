#include "models/observer.h"

#include <fmt/format.h>

#include "io/section.h"

namespace morula {

void NumberedFiles::begin(Model&, std::uint64_t step) {
  std::filesystem::create_directories(folder_);
  remove_uncovered(folder_, schedule(), step);
}

void NumberedFiles::observe(Model& model) { write(model, folder_ / numbered(model.time(), extension_)); }

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
    std::filesystem::path name = entry.path().filename();
    const bool is_unfinished = name.extension() == ".part";
    if (is_unfinished) name = name.stem();
    const auto number = io::parse_whole(name.stem().string());
    const bool is_numbered = number && numbered(*number, name.extension().string()) == name.string();
    if (is_numbered && (is_unfinished || !covered(*number, schedule, step))) beyond.push_back(entry.path());
  }
  for (const std::filesystem::path& path : beyond) std::filesystem::remove(path);
}

}  // namespace morula
