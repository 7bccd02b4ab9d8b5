// The folder that paths in a model file are relative to.
#pragma once

#include <concepts>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/lattice.h"

namespace morula {

// On several ranks, the values of HDF5 volumes stay in their files until each rank gets the values that it
// holds (ranks/rank_volumes.h). This map has the extents of such volumes, by volume_name(). A null pointer
// means that values are read together with the model file.
using DeferredVolumes = std::shared_ptr<const std::map<std::string, Extent>>;
std::string volume_name(const std::filesystem::path& file, const std::string& dataset);

// Some folders keep a model file together with the files that it names (sweep/kept_sweep.h). Files with
// absolute names are then in this subfolder beside the model file: /data/mask.png is kept, and read, as
// absolute/data/mask.png.
inline constexpr const char* folder_of_absolute_names = "absolute";

// A process that cannot see the files themselves has copies of them below a folder of its own: the copy of
// /data/mask.png is COPIES/data/mask.png.
class InputFolder {
 public:
  template <std::convertible_to<std::filesystem::path> Path>
  InputFolder(const Path& folder, std::filesystem::path copies = {}, DeferredVolumes deferred = {})
      : folder_(folder), root_(folder), copies_(std::move(copies)), deferred_(std::move(deferred)) {}

  // The path at which the file with this name can be read.
  std::filesystem::path operator/(const std::filesystem::path& name) const;
  // The path of the note that says where that file is (models/file_elsewhere.h); empty if the file is in its
  // place.
  std::filesystem::path note_of(const std::filesystem::path& name) const;
  // The folder that contains that file, for paths relative to it.
  InputFolder beside(const std::filesystem::path& name) const {
    InputFolder folder = *this;
    folder.folder_ = place_of(name).parent_path();
    return folder;
  }
  bool has_copies() const { return !copies_.empty(); }

  bool leaves_volumes() const { return deferred_ != nullptr; }
  // The extent of a volume that this process or another one has already looked at.
  std::optional<Extent> known_extent(const std::filesystem::path& name, const std::string& dataset) const;

 private:
  // The path of the file; if its name is absolute and the file is kept, the path of the kept copy.
  std::filesystem::path place_of(const std::filesystem::path& name) const;
  // The path of the original file, which this process may not be able to see.
  std::filesystem::path original_of(const std::filesystem::path& name) const;

  std::filesystem::path folder_, root_, copies_;  // root_ is the folder of the model file
  DeferredVolumes deferred_;
};

std::filesystem::path copy_of(const std::filesystem::path& file, const std::filesystem::path& copies);

}  // namespace morula
