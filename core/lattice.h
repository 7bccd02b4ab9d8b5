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

// The boundary of each axis. In two dimensions that of z is not used.
struct Boundaries {
  Boundary x = Boundary::Periodic, y = x, z = x;

  constexpr Boundaries() = default;
  constexpr Boundaries(Boundary every_axis) : x(every_axis) {}
  constexpr Boundaries(Boundary along_x, Boundary along_y, Boundary along_z)
      : x(along_x), y(along_y), z(along_z) {}

  constexpr bool all(Boundary boundary) const { return x == boundary && y == boundary && z == boundary; }
  friend constexpr bool operator==(const Boundaries&, const Boundaries&) = default;
};

// A lattice, or the part of one that this process holds. Coordinates and canonical indices always refer to
// the whole lattice, so that draws and hashes at a site do not depend on how the lattice is divided.
//
// A part consists of whole layers: rows of a plane, planes of a solid. Some of the stored layers are copies
// of layers that other ranks own (halos), or scratch space.
struct Lattice {
  unsigned dimensions = 2;
  Boundaries boundary;
  Extent global;            // of the whole lattice, for periods, draws and hashes
  Extent stored;            // of the layers in this process's memory
  Extent owned;             // of the layers that this process counts, hashes and reads
  Index first_owned = 0;    // index of the first owned layer in the whole lattice
  Index stored_before = 0;  // number of stored layers before the owned ones

  static constexpr Lattice whole(Extent extent, unsigned dimensions, Boundaries boundary) {
    return {dimensions, boundary, extent, extent, extent, 0, 0};
  }

  constexpr bool is_whole() const { return stored == global && owned == global; }
  constexpr Index index_of(Site global_site) const {
    return (global_site.z * global.y + global_site.y) * global.x + global_site.x;
  }
  constexpr Site site_at(Index canonical) const {
    return {canonical % global.x, canonical / global.x % global.y, canonical / global.x / global.y};
  }

  constexpr Index layers_of(const Extent& extent) const { return dimensions == 3 ? extent.z : extent.y; }
  constexpr Index layer_sites() const { return dimensions == 3 ? global.x * global.y : global.x; }
  // The boundary across layers.
  constexpr Boundary boundary_across() const { return dimensions == 3 ? boundary.z : boundary.y; }

  // The owned sites are consecutive, both in canonical order and in memory.
  constexpr Index first_canonical() const { return first_owned * layer_sites(); }
  constexpr Index first_in_memory() const { return stored_before * layer_sites(); }

  // The part that owns layers `first` to `first + count - 1`; `before` further layers are stored before them.
  constexpr Lattice part(Index first, Index count, Index before, Index stored_layers) const {
    Lattice part = *this;
    (dimensions == 3 ? part.owned.z : part.owned.y) = count;
    (dimensions == 3 ? part.stored.z : part.stored.y) = stored_layers;
    part.first_owned = first;
    part.stored_before = before;
    return part;
  }

  // The stored layers as a lattice of its own. It is not periodic across the layers of a part.
  constexpr Lattice memory() const {
    Lattice alone = whole(stored, dimensions, boundary);
    if (!is_whole()) (dimensions == 3 ? alone.boundary.z : alone.boundary.y) = Boundary::Fixed;
    return alone;
  }
};

std::string to_string(const Extent& extent, unsigned dimensions);  // "97 x 61"

}  // namespace morula
