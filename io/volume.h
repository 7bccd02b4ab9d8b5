// Values from 0 to 255 on a lattice, as other programs make them: a picture, a stack of pictures, or HDF5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/lattice.h"

namespace morula::io {

struct Volume {
  Extent extent;
  std::vector<std::uint8_t> values;  // in canonical order: x varies fastest
};

// Reads by what `file` names:
//   NAME.h5, .hdf5  a dataset of whole numbers in two or three dimensions, [y, x] or [z, y, x]: the one that
//                   `dataset` names, else the only one, else `state`
//   a folder, or    its PNG files, or those whose names match a pattern such as slice-*.png: one plane each,
//   a pattern       in the order of the numbers in their names
//   any other       a PNG
// Throws FileError; also, before anything is allocated, for what is larger than `most` or than the memory.
Volume load_volume(const std::filesystem::path& file, const std::string& dataset, const Extent& most);

bool is_volume(const std::filesystem::path& file);  // by its name, or as a folder: one of the above

// A palette's indices, or samples of grey as they are stored: those of 1, 2 and 4 bits are not spread out.
// Transparency is not looked at. Colours, unless all of them are grey, and 16 bits are refused.
Volume read_png(const std::filesystem::path& file, const Extent& most);

void check_volume_size(const std::filesystem::path& file, const Extent& extent, const Extent& most);

}  // namespace morula::io
