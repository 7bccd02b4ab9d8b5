// Real numbers on a lattice, as other programs make them: HDF5, a picture, or a stack of pictures.
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

// Reads numbers from an HDF5 file or a picture. In an HDF5 file it reads the dataset `dataset`, of any number
// type; if that name is empty, the dataset `otherwise`, or the only one in the file. Pictures are read as in
// io/volume.h, as whole numbers. Throws FileError; if the extent is larger than `most` or does not fit into
// memory, before anything is allocated.
Reals load_reals(const std::filesystem::path& file, const std::string& dataset, const std::string& otherwise,
                 const Extent& most);

}  // namespace morula::io
