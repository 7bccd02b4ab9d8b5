// The canonical state of a model is a list of fields: row-major arrays, one value per site, nothing packed.
#pragma once

#include <string>
#include <vector>

#include "core/lattice.h"

namespace morula {

enum class ValueType { U8, U16, U32, U64 };

constexpr std::uint64_t size_of(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return 1;
    case ValueType::U16:
      return 2;
    case ValueType::U32:
      return 4;
    case ValueType::U64:
      return 8;
  }
  return 0;
}

struct Field {
  std::string name;
  ValueType type = ValueType::U8;
  Extent extent;            // of the whole lattice; a list of n values is {n, 1, 1}
  unsigned dimensions = 2;  // 1, 2 or 3: how many of the extents count

  constexpr std::uint64_t bytes() const { return extent.sites() * size_of(type); }
  friend bool operator==(const Field&, const Field&) = default;
};

// Consecutive canonical indices: whole planes, whole rows of one plane, or part of one row.
struct Slab {
  Index first = 0;
  Index count = 0;
  friend constexpr bool operator==(const Slab&, const Slab&) = default;
};

constexpr std::uint64_t slab_bytes = std::uint64_t{64} << 20;

// The slabs that a field is read and written in, in order: each at most `at_most` bytes (or one value).
std::vector<Slab> slabs_of(const Field& field, std::uint64_t at_most = slab_bytes);

// Where a slab lies: its first site and its extent.
struct Box {
  Site first;
  Extent extent;
};
Box box_of(const Slab& slab, const Extent& extent);

}  // namespace morula
