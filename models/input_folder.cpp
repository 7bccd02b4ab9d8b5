#include "models/input_folder.h"

namespace morula {

std::filesystem::path copy_of(const std::filesystem::path& file, const std::filesystem::path& copies) {
  return copies / std::filesystem::absolute(file).lexically_normal().relative_path();
}

std::filesystem::path InputFolder::operator/(const std::filesystem::path& name) const {
  return has_copies() ? copy_of(folder_ / name, copies_) : folder_ / name;
}

}  // namespace morula
