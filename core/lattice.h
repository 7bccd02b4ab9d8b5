// Lattices in two and three dimensions. x varies fastest in canonical order.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace morula {

using Index = std::uint64_t;  // sites are counted in 64 bits

struct Extent {
  Index x = 1, y = 1, z = 1;

  constexpr Index sites() const { return x * y * z; }
  friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

struct Site {
  Index x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Site&, const Site&) = default;
};

enum class Boundary { Periodic, Fixed };

// The boundary of each axis. In two dimensions nothing depends on that of z.
struct Boundaries {
  Boundary x = Boundary::Periodic, y = x, z = x;

  constexpr Boundaries() = default;
  constexpr Boundaries(Boundary every_axis) : x(every_axis) {}
  constexpr Boundaries(Boundary along_x, Boundary along_y, Boundary along_z)
      : x(along_x), y(along_y), z(along_z) {}

  constexpr bool all(Boundary boundary) const { return x == boundary && y == boundary && z == boundary; }
  friend constexpr bool operator==(const Boundaries&, const Boundaries&) = default;
};

// A lattice, or the piece of one that this process holds: coordinates and canonical indices are always those
// of the whole, so that what is drawn and hashed at a site does not depend on how the lattice is divided.
struct Lattice {
  unsigned dimensions = 2;
  Boundaries boundary;
  Extent global;  // the whole
  Site offset;    // where the local piece begins in it
  Extent local;   // the piece held here

  static constexpr Lattice whole(Extent extent, unsigned dimensions, Boundaries boundary) {
    return {dimensions, boundary, extent, Site{}, extent};
  }

  constexpr bool is_whole() const { return offset == Site{} && local == global; }
  constexpr Index index_of(Site global_site) const {
    return (global_site.z * global.y + global_site.y) * global.x + global_site.x;
  }
  constexpr Site site_at(Index canonical) const {
    return {canonical % global.x, canonical / global.x % global.y, canonical / global.x / global.y};
  }
  // The canonical index of a site of the local piece, given by its place in that piece.
  constexpr Index canonical(Site local_site) const {
    return index_of({local_site.x + offset.x, local_site.y + offset.y, local_site.z + offset.z});
  }
};

std::string to_string(const Extent& extent, unsigned dimensions);  // "97 x 61"

}  // namespace morula
