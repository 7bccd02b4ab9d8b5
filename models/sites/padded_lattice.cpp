#include "models/sites/padded_lattice.h"

#include <cstring>
#include <optional>

namespace morula {
namespace {

// The coordinate of the lattice that is copied to a padded coordinate; nothing beyond a fixed boundary.
std::optional<Index> behind(Index padded, Index pad, Index side, Boundary boundary) {
  const Index at = padded + side - pad % side;  // one side more than the coordinate, which may be negative
  if (boundary == Boundary::Periodic) return at % side;
  if (padded < pad || padded - pad >= side) return std::nullopt;
  return padded - pad;
}

}  // namespace

PaddedLattice::PaddedLattice(const Lattice& lattice, int range)
    : boundary(lattice.boundary),
      extent(lattice.stored),
      pad(static_cast<Index>(range)),
      pad_z(lattice.dimensions == 3 ? pad : 0),
      row(extent.x + 2 * pad),
      plane(row * (extent.y + 2 * pad)),
      bytes(plane * (extent.z + 2 * pad_z)) {}

void PaddedLattice::wrap_row(u8* cells) const {
  if (boundary.x == Boundary::Fixed) return;
  const Index side = extent.x;
  for (Index i = 0; i < pad; ++i) {
    cells[side + i] = cells[i % side];
    *(cells - 1 - i) = cells[side - 1 - i % side];
  }
}

void PaddedLattice::copy_rows_beyond(std::span<u8> cells) const {
  const Index tall = extent.y + 2 * pad;
  for (Index z = 0; z < bytes / plane; ++z)
    for (Index y = 0; y < tall; ++y) {
      const bool inside_z = z >= pad_z && z - pad_z < extent.z;
      if (inside_z && y == pad) y += extent.y;  // skip the lattice itself
      const auto from_y = behind(y, pad, extent.y, boundary.y),
                 from_z = behind(z, pad_z, extent.z, boundary.z);
      if (!from_y || !from_z) continue;
      std::memcpy(cells.data() + z * plane + y * row, cells.data() + at(0, *from_y, *from_z) - pad, row);
    }
}

}  // namespace morula
