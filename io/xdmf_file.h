// XDMF beside HDF5, so that ParaView opens a saved state, or all of them as a series in time.
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

// Fields of two or three dimensions as values of cells on a regular grid of unit spacing, a plane as one
// layer of them. Replicas are grids of their own, side by side; the file names only the first xdmf_replicas
// of them, since it is text. Each is a dataset of its own (Hdf5Writer::add_replica): ParaView's Xdmf3 readers
// leave out parts of a dataset. Fields of one dimension, and those on another lattice than the first, are
// left out: a grid has one lattice.
constexpr Index xdmf_replicas = 64;

void write_xdmf(const std::filesystem::path& place, const std::vector<Field>& fields,
                const std::vector<SavedState>& states);

}  // namespace morula::io
