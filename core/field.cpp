#include "core/field.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

namespace morula {
namespace {

void append_runs(std::vector<Slab>& slabs, Index first, Index units, Index unit_sites, Index units_per_slab) {
  for (Index unit = 0; unit < units; unit += units_per_slab)
    slabs.push_back({first + unit * unit_sites, std::min(units_per_slab, units - unit) * unit_sites});
}

// The slabs of one replica, whose first site has the canonical index `first`.
void append_slabs(std::vector<Slab>& slabs, Index first, const Extent& extent, Index values) {
  const Index plane = extent.x * extent.y;
  if (plane <= values) return append_runs(slabs, first, extent.z, plane, values / plane);
  for (Index z = 0; z < extent.z; ++z, first += plane) {
    if (extent.x <= values) {
      append_runs(slabs, first, extent.y, extent.x, values / extent.x);
      continue;
    }
    for (Index y = 0; y < extent.y; ++y) append_runs(slabs, first + y * extent.x, extent.x, 1, values);
  }
}

template <class Bits>
Hash hash_bits(u32 field_number, Index first, std::span<const std::byte> values) {
  u64 sum = 0;
  for (std::size_t i = 0; i < values.size() / sizeof(Bits); ++i) {
    Bits word = 0;
    std::memcpy(&word, values.data() + i * sizeof(Bits), sizeof(Bits));
    sum += hash_term(field_number, first + i, word);
  }
  return {sum};
}

}  // namespace

std::uint64_t bits_of(ValueType type, const std::byte* value) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  std::memcpy(&word, value, size_of(type));
  return word;
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
  const Index values = std::max<Index>(1, at_most / size_of(field.type));
  const Index sites = field.extent.sites(), replicas = std::max<Index>(1, field.replicas);
  std::vector<Slab> slabs;
  if (sites == 0) return slabs;
  if (sites <= values) {
    append_runs(slabs, 0, replicas, sites, values / sites);
    return slabs;
  }
  for (Index replica = 0; replica < replicas; ++replica)
    append_slabs(slabs, replica * sites, field.extent, values);
  return slabs;
}

std::vector<Slab> slabs_within(const Field& field, Slab values) {
  const Extent& extent = field.extent;
  const Index row = extent.x, plane = row * extent.y, replica = plane * extent.z, total = field.values();
  std::vector<Slab> slabs;
  for (const Index end = values.first + values.count; values.first < end;) {
    const auto fits = [&](Index unit) { return values.first % unit == 0 && end - values.first >= unit; };
    const auto [unit, within] = fits(replica) ? std::pair{replica, total}
                                : fits(plane) ? std::pair{plane, replica}
                                : fits(row)   ? std::pair{row, plane}
                                              : std::pair{Index{1}, row};
    const Index room = std::min(end, (values.first / within + 1) * within) - values.first;
    slabs.push_back({values.first, room / unit * unit});
    values.first += slabs.back().count;
  }
  return slabs;
}

Box box_of(const Slab& slab, const Field& field) {
  const Index sites = field.extent.sites();
  if (field.replicas == 0 || sites == 0) return box_of(slab, field.extent);
  const Index replica = slab.first / sites;
  if (slab.first % sites == 0 && slab.count % sites == 0)
    return {{}, field.extent, replica, slab.count / sites};
  Box box = box_of({slab.first % sites, slab.count}, field.extent);
  assert(box.first.z + box.extent.z <= field.extent.z);
  box.first_replica = replica;
  return box;
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
