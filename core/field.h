// The canonical state of a model is a list of fields: row-major arrays, one value per site, nothing packed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/lattice.h"

namespace morula {

// Unsigned and signed integers, and IEEE 754 binary64; little-endian in memory and in files.
enum class ValueType { U8, U16, U32, U64, I32, I64, F64 };

constexpr std::uint64_t size_of(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return 1;
    case ValueType::U16:
      return 2;
    case ValueType::U32:
    case ValueType::I32:
      return 4;
    case ValueType::U64:
    case ValueType::I64:
    case ValueType::F64:
      return 8;
  }
  return 0;
}

// The bits of a value that enter the state hash, extended with zeros: -1 as I32 is 2^32 - 1, and 0.0 and -0.0
// differ.
std::uint64_t bits_of(ValueType type, const std::byte* value);

// The terms that consecutive values of a field add to the state hash. `field_number` is the field's place in
// Model::fields(), `first` the canonical index of the first value.
Hash hash_values(u32 field_number, Index first, ValueType type, std::span<const std::byte> values);

struct Field {
  std::string name;
  ValueType type = ValueType::U8;
  Extent extent;            // of the whole lattice of one replica; a list of n values is {n, 1, 1}
  unsigned dimensions = 2;  // 1, 2 or 3: how many of the extents count
  Index replicas = 0;  // if at least 1, the canonical array is [replica][z][y][x]; if 0, it has no such axis

  constexpr Index values() const { return extent.sites() * (replicas == 0 ? 1 : replicas); }
  constexpr std::uint64_t bytes() const { return values() * size_of(type); }
  friend bool operator==(const Field&, const Field&) = default;
};

// A run of consecutive canonical indices, which count through all replicas. It consists of whole replicas or,
// within one replica, of whole planes, of whole rows of one plane, or of part of one row.
struct Slab {
  Index first = 0;
  Index count = 0;
  friend constexpr bool operator==(const Slab&, const Slab&) = default;
};

constexpr std::uint64_t slab_bytes = std::uint64_t{64} << 20;

// The slabs in which a field is read and written, in order. Each has at most `at_most` bytes, or is a single
// value.
std::vector<Slab> slabs_of(const Field& field, std::uint64_t at_most = slab_bytes);

// The smallest number of slabs that make up these consecutive values of a field.
std::vector<Slab> slabs_within(const Field& field, Slab values);

// The place of a slab: its first site, its extent, and the replicas that it covers.
struct Box {
  Site first;
  Extent extent;
  Index first_replica = 0, replicas = 1;
};
Box box_of(const Slab& slab, const Field& field);
Box box_of(const Slab& slab, const Extent& extent);  // for a field without replicas

}  // namespace morula
