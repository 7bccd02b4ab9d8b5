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

// Of HDF5 the dataset called `dataset`; if that is empty, the one called `otherwise` if there is one, else
// the only one. It may hold numbers of any kind. Pictures are read as in io/volume.h: their values are whole
// numbers. Throws FileError; also, before anything is allocated, for what is larger than `most` or than the
// memory.
Reals load_reals(const std::filesystem::path& file, const std::string& dataset, const std::string& otherwise,
                 const Extent& most);

}  // namespace morula::io
