// Visits every site of a field with its value, slab by slab, without holding the whole field.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/model.h"

namespace morula {

inline std::uint64_t value_at(const std::vector<std::byte>& bytes, Index index, std::uint64_t size) {
  std::uint64_t value = 0;  // little-endian, as both architectures are
  for (std::uint64_t byte = 0; byte < size; ++byte)
    value |= std::to_integer<std::uint64_t>(bytes[index * size + byte]) << (8 * byte);
  return value;
}

// Calls visit(site, value) for every site of a slab.
template <typename Visit>
void visit_slab(Model& model, const Field& field, const Slab& slab, std::vector<std::byte>& values,
                const Visit& visit) {
  values.resize(slab.count * size_of(field.type));
  model.read(field, slab, values);
  const Box box = box_of(slab, field.extent);
  Index i = 0;
  for (Index z = 0; z < box.extent.z; ++z)
    for (Index y = 0; y < box.extent.y; ++y)
      for (Index x = 0; x < box.extent.x; ++x, ++i)
        visit({box.first.x + x, box.first.y + y, box.first.z + z}, value_at(values, i, size_of(field.type)));
}

template <typename Visit>
void visit_all(Model& model, const Field& field, const Visit& visit) {
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(field)) visit_slab(model, field, slab, values, visit);
}

// Slabs that make up some layers of a field (rows of a plane, planes of a solid), each with at most `at_most`
// bytes.
inline std::vector<Slab> slabs_of_layers(const Field& field, Index first, Index count,
                                         std::uint64_t at_most = slab_bytes) {
  Field part = field;
  (field.dimensions == 3 ? part.extent.z : part.extent.y) = count;
  std::vector<Slab> slabs = slabs_of(part, at_most);
  for (Slab& slab : slabs) slab.first += first * (part.extent.sites() / std::max<Index>(count, 1));
  return slabs;
}

template <typename Visit>
void visit_layers(Model& model, const Field& field, Index first, Index count, const Visit& visit) {
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of_layers(field, first, count)) visit_slab(model, field, slab, values, visit);
}

}  // namespace morula
