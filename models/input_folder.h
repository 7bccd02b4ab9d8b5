// The folder that paths in a model file are relative to.
#pragma once

#include <concepts>
#include <filesystem>
#include <utility>

namespace morula {

// Where a process cannot see the files themselves, it has copies of them below a folder of its own: the copy
// of /data/mask.png is COPIES/data/mask.png.
class InputFolder {
 public:
  template <std::convertible_to<std::filesystem::path> Path>
  InputFolder(const Path& folder, std::filesystem::path copies = {})
      : folder_(folder), copies_(std::move(copies)) {}

  // Where the file with this name can be read.
  std::filesystem::path operator/(const std::filesystem::path& name) const;
  // The folder of that file, for names in it.
  InputFolder beside(const std::filesystem::path& name) const {
    return {(folder_ / name).parent_path(), copies_};
  }
  bool has_copies() const { return !copies_.empty(); }

 private:
  std::filesystem::path folder_, copies_;
};

std::filesystem::path copy_of(const std::filesystem::path& file, const std::filesystem::path& copies);

}  // namespace morula
