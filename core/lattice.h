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

// A lattice, or the part of one that this process holds. Coordinates and canonical indices are always those
// of the whole, so that what is drawn and hashed at a site does not depend on how the lattice is divided.
//
// A part is made of whole layers: rows of a plane, planes of a solid. Some of the stored layers are copies of
// what other ranks own (halos), or scratch.
struct Lattice {
  unsigned dimensions = 2;
  Boundaries boundary;
  Extent global;            // the whole: the period, draws and hashes
  Extent stored;            // what lies in this process's memory
  Extent owned;             // the part of it that is counted, hashed and read here
  Index first_owned = 0;    // the first owned layer, among those of the whole
  Index stored_before = 0;  // stored layers that lie before the owned ones

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
  constexpr Boundary boundary_across() const { return dimensions == 3 ? boundary.z : boundary.y; }  // layers

  // What is owned is consecutive, in canonical order as in memory.
  constexpr Index first_canonical() const { return first_owned * layer_sites(); }
  constexpr Index first_in_memory() const { return stored_before * layer_sites(); }

  // The part that owns these layers; `before` further layers are stored before them.
  constexpr Lattice part(Index first, Index count, Index before, Index stored_layers) const {
    Lattice part = *this;
    (dimensions == 3 ? part.owned.z : part.owned.y) = count;
    (dimensions == 3 ? part.stored.z : part.stored.y) = stored_layers;
    part.first_owned = first;
    part.stored_before = before;
    return part;
  }

  // What is stored, as a lattice of its own. Across the layers of a part nothing is periodic.
  constexpr Lattice memory() const {
    Lattice alone = whole(stored, dimensions, boundary);
    if (!is_whole()) (dimensions == 3 ? alone.boundary.z : alone.boundary.y) = Boundary::Fixed;
    return alone;
  }
};

std::string to_string(const Extent& extent, unsigned dimensions);  // "97 x 61"

}  // namespace morula
