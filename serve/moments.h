// The steps of a run that can be shown again, since the run directory has a saved state, a checkpoint or a
// picture of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace morula::serve {

struct Moment {
  std::uint64_t step = 0;
  std::filesystem::path state;    // an HDF5 file; empty if there is only a picture
  std::filesystem::path picture;  // a PNG file; empty if there is none
  friend bool operator==(const Moment&, const Moment&) = default;
};

// In ascending order, each step once.
std::vector<Moment> moments_in(const std::filesystem::path& run);

// Number of the moment at this step, or else of the last one before it; 0 if there is none.
std::size_t moment_at(const std::vector<Moment>& moments, std::uint64_t step);

}  // namespace morula::serve
