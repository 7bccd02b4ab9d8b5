// Whole numbers on a lattice, as other programs make them: a picture, a stack of pictures, or HDF5.
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

// All values, or consecutive ones of them where a process holds only a part.
struct Volume {
  Extent extent;
  std::vector<std::uint8_t> values;  // in canonical order: x varies fastest
  Index first = 0;                   // of these values, counted from the volume's own first

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
// Throw FileError; also, before anything is allocated, for what is larger than `most` or than the memory.
Volume load_volume(const std::filesystem::path& file, const std::string& dataset,
                   const Extent& most);  // values from 0 to 255
Labels load_labels(const std::filesystem::path& file, const std::string& dataset,
                   const Extent& most);  // from 0 to 2^32 - 1

bool is_hdf5_volume(const std::filesystem::path& file);  // by its name

// A dataset of values from 0 to 255, which is read in parts: the whole is never held. Chooses and refuses
// datasets as load_volume does, without regard to the memory.
class Hdf5Volume {
 public:
  Hdf5Volume(const std::filesystem::path& file, const std::string& dataset, const Extent& most);
  ~Hdf5Volume();
  const Extent& extent() const;
  void read(const Slab& values, std::span<std::uint8_t> to) const;  // consecutive values, however many

 private:
  struct File;
  std::unique_ptr<File> file_;
};

bool is_volume(const std::filesystem::path& file);  // by its name, or as a folder: one of the above

// What a reader of a format must know: how large the lattice and the values may be.
struct VolumeLimits {
  Extent extent;
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();
};

// A palette's indices, or samples of grey as they are stored: those of 1, 2 and 4 bits are not spread out,
// those of 16 bits are whole. Transparency is not looked at. Colours are refused, unless all of them are
// grey.
Labels read_png(const std::filesystem::path& file, const VolumeLimits& most);

void check_volume_extent(const std::filesystem::path& file, const Extent& extent, const Extent& fits);
void check_volume_size(const std::filesystem::path& file, const Extent& extent, const VolumeLimits& most,
                       std::uint64_t bytes_a_value);

// Refuses the first number that is negative or beyond the limit. `first` is the canonical index of the first
// number, `what` what is said to hold it, as in "dataset 'a' ".
template <class Number>
void check_values(const std::filesystem::path& file, const std::string& what, std::span<const Number> numbers,
                  Index first, const Extent& extent, const VolumeLimits& most);

// The file itself, or the pictures of a stack in their order.
std::vector<std::filesystem::path> files_of_volume(const std::filesystem::path& file);

}  // namespace morula::io
