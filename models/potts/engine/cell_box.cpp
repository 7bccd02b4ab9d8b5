#include "models/potts/engine/cell_box.h"

namespace morula::potts {

std::optional<Misfit> CellBox::misfit(const Lattice& lattice, i32 volume) const {
  if (is_empty()) return std::nullopt;
  const auto& [x, y, z] = lattice.boundary;
  const Away sides{
      x == Boundary::Periodic ? static_cast<i32>(lattice.global.x) : 0,
      y == Boundary::Periodic ? static_cast<i32>(lattice.global.y) : 0,
      lattice.dimensions == 3 && z == Boundary::Periodic ? static_cast<i32>(lattice.global.z) : 0};
  const u32 why = misfit_of(least, most, sides, static_cast<u32>(volume));
  if (why == FITS) return std::nullopt;
  return static_cast<Misfit>(why);
}

}  // namespace morula::potts
