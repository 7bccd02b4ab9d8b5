#include "core/field.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace morula {
namespace {

void append_runs(std::vector<Slab>& slabs, Index first, Index units, Index unit_sites, Index units_per_slab) {
  for (Index unit = 0; unit < units; unit += units_per_slab)
    slabs.push_back({first + unit * unit_sites, std::min(units_per_slab, units - unit) * unit_sites});
}

template <class Bits>
Hash hash_bits(u32 field_number, Index first, std::span<const std::byte> values) {
  u64 sum = 0;
  for (std::size_t i = 0; i < values.size() / sizeof(Bits); ++i) {
    Bits bits = 0;
    std::memcpy(&bits, values.data() + i * sizeof(Bits), sizeof(Bits));
    sum += hash_term(field_number, first + i, bits);
  }
  return {sum};
}

}  // namespace

std::uint64_t bits_of(ValueType type, const std::byte* value) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bits = 0;
  std::memcpy(&bits, value, size_of(type));
  return bits;
}

Hash hash_values(u32 field_number, Index first, ValueType type, std::span<const std::byte> values) {
  assert(values.size() % size_of(type) == 0);
  switch (size_of(type)) {
    case 1:
      return hash_bits<std::uint8_t>(field_number, first, values);
    case 2:
      return hash_bits<std::uint16_t>(field_number, first, values);
    case 4:
      return hash_bits<std::uint32_t>(field_number, first, values);
    default:
      return hash_bits<std::uint64_t>(field_number, first, values);
  }
}

std::vector<Slab> slabs_of(const Field& field, std::uint64_t at_most) {
  const Extent& extent = field.extent;
  const Index plane = extent.x * extent.y;
  const Index values = std::max<Index>(1, at_most / size_of(field.type));
  std::vector<Slab> slabs;
  if (extent.sites() == 0) return slabs;
  if (plane <= values) {
    append_runs(slabs, 0, extent.z, plane, values / plane);
    return slabs;
  }
  for (Index z = 0; z < extent.z; ++z) {
    if (extent.x <= values) {
      append_runs(slabs, z * plane, extent.y, extent.x, values / extent.x);
      continue;
    }
    for (Index y = 0; y < extent.y; ++y) append_runs(slabs, z * plane + y * extent.x, extent.x, 1, values);
  }
  return slabs;
}

Box box_of(const Slab& slab, const Extent& extent) {
  const Index plane = extent.x * extent.y;
  const Site first{slab.first % extent.x, slab.first / extent.x % extent.y, slab.first / plane};
  if (slab.count % plane == 0 && slab.first % plane == 0)
    return {first, {extent.x, extent.y, slab.count / plane}};
  if (slab.count % extent.x == 0 && first.x == 0 && first.y + slab.count / extent.x <= extent.y)
    return {first, {extent.x, slab.count / extent.x, 1}};
  assert(first.x + slab.count <= extent.x);
  return {first, {slab.count, 1, 1}};
}

}  // namespace morula
