// XDMF beside HDF5, with which ParaView opens a saved state, or all of them as a time series.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/field.h"

namespace morula::io {

struct SavedState {
  std::string hdf5;  // path of the file, relative to the XDMF's folder
  std::uint64_t step = 0;
};

// Describes fields of two or three dimensions as cell values on a regular grid of unit spacing; a plane
// becomes one layer of cells. Fields of one dimension, and fields on another lattice than the first, are left
// out, since a grid has a single lattice.
//
// Replicas are separate grids, side by side. Each is a dataset of its own (Hdf5Writer::add_replica), since
// ParaView's Xdmf3 readers cannot read a part of a dataset. The file names only the first xdmf_replicas of
// them, since it is text.
constexpr Index xdmf_replicas = 64;

void write_xdmf(const std::filesystem::path& place, const std::vector<Field>& fields,
                const std::vector<SavedState>& states);

}  // namespace morula::io
