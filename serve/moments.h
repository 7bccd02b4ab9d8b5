// The steps of a run directory that can be looked at again: saved states, checkpoints, and pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace morula::serve {

struct Moment {
  std::uint64_t step = 0;
  std::filesystem::path state;    // an HDF5 file; empty where only a picture was kept
  std::filesystem::path picture;  // a PNG; empty where there is none
  friend bool operator==(const Moment&, const Moment&) = default;
};

// Rising, each step once.
std::vector<Moment> moments_in(const std::filesystem::path& run);

// The moment at this step, or else the last one before it; the first if there is none.
std::size_t moment_at(const std::vector<Moment>& moments, std::uint64_t step);

}  // namespace morula::serve
