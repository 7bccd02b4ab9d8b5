#include "models/potts/initial/formula_cells.h"

namespace morula::potts {
namespace {

class SitesOfCells {
 public:
  SitesOfCells(const std::vector<std::uint8_t>& types, const Lattice& lattice, std::optional<Index> width)
      : types_(types),
        lattice_(lattice),
        width_(width),
        labels_{std::vector<std::uint32_t>(types.size()), {0}} {}

  Labels take() {
    for (Index site = 0; site < types_.size(); ++site)
      if (types_[site] != 0 && labels_.cells[site] == 0) {
        labels_.types.push_back(types_[site]);
        fill(site, static_cast<std::uint32_t>(labels_.types.size() - 1));
      }
    return std::move(labels_);
  }

 private:
  void fill(Index first, std::uint32_t cell) {
    labels_.cells[first] = cell;
    waiting_.assign(1, first);
    while (!waiting_.empty()) {
      const Site at = lattice_.site_at(waiting_.back());
      waiting_.pop_back();
      for (unsigned axis = 0; axis < lattice_.dimensions; ++axis)
        for (const int step : {-1, 1}) visit_beside(at, axis, step, cell);
    }
  }

  void visit_beside(const Site& at, unsigned axis, int step, std::uint32_t cell) {
    Site beside = at;
    const auto move = [&](Index& coordinate, Index side, Boundary boundary) {
      const bool leaves = step < 0 ? coordinate == 0 : coordinate + 1 == side;
      if (leaves && boundary == Boundary::Fixed) return false;
      coordinate = leaves ? (step < 0 ? side - 1 : 0) : step < 0 ? coordinate - 1 : coordinate + 1;
      return true;
    };
    const Extent& side = lattice_.global;
    const bool is_there = axis == 0   ? move(beside.x, side.x, lattice_.boundary.x)
                          : axis == 1 ? move(beside.y, side.y, lattice_.boundary.y)
                                      : move(beside.z, side.z, lattice_.boundary.z);
    const Index site = lattice_.index_of(beside);
    if (!is_there || labels_.cells[site] != 0 || types_[site] != labels_.types[cell] ||
        !is_one_cube(at, beside))
      return;
    labels_.cells[site] = cell;
    waiting_.push_back(site);
  }

  bool is_one_cube(const Site& a, const Site& b) const {
    return !width_ || (a.x / *width_ == b.x / *width_ && a.y / *width_ == b.y / *width_ &&
                       a.z / *width_ == b.z / *width_);
  }

  const std::vector<std::uint8_t>& types_;
  const Lattice& lattice_;
  std::optional<Index> width_;
  Labels labels_;
  std::vector<Index> waiting_;
};

}  // namespace

Labels cells_of_types(const std::vector<std::uint8_t>& types, const Lattice& lattice,
                      std::optional<Index> width) {
  return SitesOfCells(types, lattice, width).take();
}

}  // namespace morula::potts
