// Whole numbers on a lattice from files of other programs: a picture, a stack of pictures, or HDF5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "io/labels.h"

namespace morula::io {

// All values, or consecutive values if a process holds only a part.
struct Volume {
  Extent extent;
  std::vector<std::uint8_t> values;  // in canonical order: x varies fastest
  Index first = 0;                   // index of the first of these values in the volume

  std::span<const std::uint8_t> at(const Slab& slab) const {
    return std::span(values).subspan(slab.first - first, slab.count);
  }
};

// Read by what `file` names:
//   NAME.h5, .hdf5  a dataset of whole numbers in two or three dimensions, [y, x] or [z, y, x]: the one that
//                   `dataset` names, else the only one, else `state`
//   a folder, or    its PNG files, or those whose names match a pattern such as slice-*.png: one plane each,
//   a pattern       in the order of the numbers in their names
//   any other       a PNG
// Throws FileError; for a volume that is larger than `most` or than the memory, before it allocates anything.
Volume load_volume(const std::filesystem::path& file, const std::string& dataset,
                   const Extent& most);  // values from 0 to 255
Labels load_labels(const std::filesystem::path& file, const std::string& dataset,
                   const Extent& most);  // values from 0 to 2^32 - 1

bool is_hdf5_volume(const std::filesystem::path& file);  // judged by its name

// A dataset of values from 0 to 255 that is read in parts and never held as a whole. Chooses and rejects
// datasets as load_volume does, but ignores the size of the memory.
class Hdf5Volume {
 public:
  Hdf5Volume(const std::filesystem::path& file, const std::string& dataset, const Extent& most);
  ~Hdf5Volume();
  const Extent& extent() const;
  void read(const Slab& values, std::span<std::uint8_t> to) const;  // any number of consecutive values

 private:
  struct File;
  std::unique_ptr<File> file_;
};

bool is_volume(const std::filesystem::path& file);  // judged by its name, or a folder: one of the above

// The limits that the reader of a format must check: how large the lattice and the values may be.
struct VolumeLimits {
  Extent extent;
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();
};

// Reads a palette's indices, or grey samples as they are stored: samples of 1, 2 and 4 bits are not scaled
// up, and samples of 16 bits are kept whole. Transparency is ignored. Colours are rejected unless all of them
// are grey.
Labels read_png(const std::filesystem::path& file, const VolumeLimits& most);

void check_volume_extent(const std::filesystem::path& file, const Extent& extent, const Extent& fits);
void check_volume_size(const std::filesystem::path& file, const Extent& extent, const VolumeLimits& most,
                       std::uint64_t bytes_a_value);

// Rejects the first number that is negative or beyond the limit. `first` is the canonical index of the first
// number; `what` names the holder of the numbers in the message, as in "dataset 'a' ".
template <class Number>
void check_values(const std::filesystem::path& file, const std::string& what, std::span<const Number> numbers,
                  Index first, const Extent& extent, const VolumeLimits& most);

// The file itself, or the pictures of a stack in order.
std::vector<std::filesystem::path> files_of_volume(const std::filesystem::path& file);

}  // namespace morula::io
