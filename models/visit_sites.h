// Every site of a field with its value, slab by slab: the whole field is never held.
#pragma once

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

}  // namespace morula
