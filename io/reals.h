// Real numbers on a lattice from files of other programs: HDF5, a picture, or a stack of pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/lattice.h"

namespace morula::io {

struct Reals {
  Extent extent;
  std::vector<double> values;  // in canonical order: x varies fastest
};

// Reads numbers from an HDF5 file or a picture. In an HDF5 file it reads the dataset `dataset`, which may
// have any number type; if that name is empty, it reads the dataset `otherwise`, or the only one in the file.
// Pictures are read as whole numbers, as in io/volume.h. Throws FileError; if the extent is larger than
// `most` or does not fit into memory, it does so before it allocates anything.
Reals load_reals(const std::filesystem::path& file, const std::string& dataset, const std::string& otherwise,
                 const Extent& most);

}  // namespace morula::io
