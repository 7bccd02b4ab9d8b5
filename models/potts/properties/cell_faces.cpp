#include "models/potts/properties/cell_faces.h"

#include <algorithm>
#include <utility>

namespace morula::potts {
namespace {

struct FacingCells {
  u32 cell = 0, neighbour = 0, faces = 0;
};

// Pairs of touching cells in the order in which they are found. Equal pairs that follow each other are joined
// to one with more faces.
class Pairs {
 public:
  // Adds the faces between two rows of sites, of which those with the same index are neighbours.
  void add_rows(const u32* row, const u32* beside, u64 count) {
    for (u64 x = 0; x < count; ++x)
      if (row[x] != beside[x]) add(row[x], beside[x]);
  }
  void add(u32 cell, u32 neighbour) {
    if (!pairs_.empty() && pairs_.back().cell == cell && pairs_.back().neighbour == neighbour)
      ++pairs_.back().faces;
    else
      pairs_.push_back({cell, neighbour, 1});
  }
  const std::vector<FacingCells>& all() const { return pairs_; }

 private:
  std::vector<FacingCells> pairs_;
};

Pairs pairs_of(const Lattice& lattice, std::span<const u32> sites) {
  const auto& [width, height, depth] = lattice.global;
  const auto& [ends_x, ends_y, ends_z] = lattice.boundary;
  Pairs pairs;
  for (Index z = 0; z < depth; ++z)
    for (Index y = 0; y < height; ++y) {
      const u32* const row = sites.data() + (z * height + y) * width;
      const u32 *const plane = sites.data() + z * height * width, *const column = sites.data() + y * width;
      pairs.add_rows(row, row + 1, width - 1);
      if (ends_x == Boundary::Periodic && row[width - 1] != row[0]) pairs.add(row[width - 1], row[0]);
      if (y + 1 < height)
        pairs.add_rows(row, row + width, width);
      else if (ends_y == Boundary::Periodic)
        pairs.add_rows(row, plane, width);
      if (z + 1 < depth)
        pairs.add_rows(row, row + width * height, width);
      else if (lattice.dimensions == 3 && ends_z == Boundary::Periodic)
        pairs.add_rows(row, column, width);
    }
  return pairs;
}

}  // namespace

// Pairs are first distributed to their cells and then sorted for each cell.
CellFaces::CellFaces(const Lattice& lattice, std::span<const u32> sites, u64 cells) : starts_(cells + 1) {
  const Pairs pairs = pairs_of(lattice, sites);
  std::vector<u64> places(cells + 1);
  for (const FacingCells& pair : pairs.all()) ++places[pair.cell], ++places[pair.neighbour];
  u64 sum = 0;
  for (u64& place : places) sum += std::exchange(place, sum);
  std::vector<Neighbour> dealt(sum);
  for (const FacingCells& pair : pairs.all()) {
    dealt[places[pair.cell]++] = {pair.neighbour, pair.faces};
    dealt[places[pair.neighbour]++] = {pair.cell, pair.faces};
  }
  for (u64 cell = 1; cell < cells; ++cell) {  // faces of the medium are never asked for
    starts_[cell] = neighbours_.size();
    const std::span beside = std::span(dealt).subspan(places[cell - 1], places[cell] - places[cell - 1]);
    std::ranges::sort(beside, {}, &Neighbour::cell);
    for (const Neighbour& neighbour : beside)
      if (neighbours_.size() > starts_[cell] && neighbours_.back().cell == neighbour.cell)
        neighbours_.back().faces += neighbour.faces;
      else
        neighbours_.push_back(neighbour);
  }
  starts_[cells] = neighbours_.size();
}

}  // namespace morula::potts
