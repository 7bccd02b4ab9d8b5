// Cells that touch each other, with the number of shared faces, counted from the sites of a replica.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"

namespace morula::potts {

class CellFaces {
 public:
  struct Neighbour {
    u32 cell = 0, faces = 0;
  };

  CellFaces() = default;
  // `sites` hold the cell of every site, in canonical order; `cells` is the number of cells including the
  // medium.
  CellFaces(const Lattice& lattice, std::span<const u32> sites, u64 cells);

  // The neighbours of a cell in increasing order, possibly beginning with the medium. The list of the medium
  // itself is empty.
  std::span<const Neighbour> of(u32 cell) const {
    return std::span(neighbours_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
  }

 private:
  std::vector<u64> starts_;
  std::vector<Neighbour> neighbours_;
};

}  // namespace morula::potts
