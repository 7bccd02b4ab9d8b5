// Volume, surface and centroid of every cell of a tissue, computed only from its sites, independently of the
// numbers that the program keeps.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/lattice.h"

namespace morula::validation {

using Point = std::array<double, 3>;

struct MeasuredCell {
  std::uint64_t volume = 0;
  std::uint64_t surface = 0;  // pairs of nearest sites of which only one belongs to the cell
  Point centroid = {};        // continued across periodic edges, so it may lie outside the lattice
};

// The centroid is the image that is nearest to the cell's previous centroid.
class CellFollower {
 public:
  CellFollower(const Lattice& lattice, std::size_t cells);

  std::vector<MeasuredCell> measure(std::span<const std::uint32_t> sites);

 private:
  Point point_of(Index canonical) const;
  void find_first(std::span<const std::uint32_t> sites);
  void move_centroids(std::span<const std::uint32_t> sites, const std::vector<MeasuredCell>& cells);
  void add_faces(std::span<const std::uint32_t> sites, std::vector<MeasuredCell>& cells) const;

  Lattice lattice_;
  Point sides_;
  std::array<bool, 3> periodic_;
  bool seen_ = false;
  std::vector<Point> centroids_;
};

}  // namespace morula::validation
