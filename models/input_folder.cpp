#include "models/input_folder.h"

#include "models/file_elsewhere.h"

namespace morula {

std::filesystem::path copy_of(const std::filesystem::path& file, const std::filesystem::path& copies) {
  return copies / std::filesystem::absolute(file).lexically_normal().relative_path();
}

std::filesystem::path InputFolder::place_of(const std::filesystem::path& name) const {
  if (!name.is_absolute()) return folder_ / name;
  const std::filesystem::path kept = root_ / folder_of_absolute_names / name.relative_path();
  return is_here_or_noted(has_copies() ? copy_of(kept, copies_) : kept) ? kept : name;
}

std::filesystem::path InputFolder::operator/(const std::filesystem::path& name) const {
  const std::filesystem::path original = original_of(name);
  return has_copies() ? copy_of(original, copies_) : original;
}

std::filesystem::path InputFolder::original_of(const std::filesystem::path& name) const {
  const std::filesystem::path place = place_of(name);
  if (!has_copies()) return found_file(place);
  const std::filesystem::path copy = copy_of(place, copies_);
  if (std::filesystem::exists(copy)) return place;
  const auto noted = noted_elsewhere(copy);  // notes are copied too
  return noted ? noted->path : place;
}

std::filesystem::path InputFolder::note_of(const std::filesystem::path& name) const {
  const std::filesystem::path place = place_of(name);
  return original_of(name) == place ? std::filesystem::path() : note_for(place);
}

std::string volume_name(const std::filesystem::path& file, const std::string& dataset) {
  return std::filesystem::absolute(file).lexically_normal().string() + ' ' + dataset;
}

std::optional<Extent> InputFolder::known_extent(const std::filesystem::path& name,
                                                const std::string& dataset) const {
  const auto found = deferred_->find(volume_name(original_of(name), dataset));
  return found == deferred_->end() ? std::nullopt : std::optional(found->second);
}

}  // namespace morula
