#include "models/input_folder.h"

#include "models/file_elsewhere.h"

namespace morula {

std::filesystem::path copy_of(const std::filesystem::path& file, const std::filesystem::path& copies) {
  return copies / std::filesystem::absolute(file).lexically_normal().relative_path();
}

std::filesystem::path InputFolder::operator/(const std::filesystem::path& name) const {
  return has_copies() ? copy_of(folder_ / name, copies_) : found_file(folder_ / name);
}

std::string volume_name(const std::filesystem::path& file, const std::string& dataset) {
  return std::filesystem::absolute(file).lexically_normal().string() + ' ' + dataset;
}

std::optional<Extent> InputFolder::known_extent(const std::filesystem::path& name,
                                                const std::string& dataset) const {
  const auto found = deferred_->find(volume_name(folder_ / name, dataset));
  return found == deferred_->end() ? std::nullopt : std::optional(found->second);
}

}  // namespace morula
