#include "models/changes/state_copy.h"

#include <algorithm>
#include <cassert>

namespace morula {

StateCopy::StateCopy(Model& model) : time_(model.time()), updates_(model.updates()) {
  for (const StateField& field : model.fields()) {
    FieldCopy copy{field, std::vector<std::byte>(field.bytes())};
    for (const Slab& slab : slabs_of(field)) {
      const std::uint64_t size = size_of(field.type);
      model.read(field, slab, std::span(copy.values).subspan(slab.first * size, slab.count * size));
    }
    fields_.push_back(std::move(copy));
  }
}

void StateCopy::restore_to(Model& model) const {
  std::vector<Field> coming;
  for (const FieldCopy& copy : fields_) coming.push_back(copy.field);
  model.begin_restore(coming);
  for (const FieldCopy& copy : fields_)
    for (const Slab& slab : slabs_of(copy.field)) {
      const std::uint64_t size = size_of(copy.field.type);
      check_and_restore(model, copy.field, slab,
                        std::span(copy.values).subspan(slab.first * size, slab.count * size));
    }
  model.end_restore(time_, updates_);
}

FieldCopy* StateCopy::find(const std::string& name) {
  const auto found =
      std::ranges::find_if(fields_, [&](const FieldCopy& copy) { return copy.field.name == name; });
  return found == fields_.end() ? nullptr : &*found;
}

FieldCopy& StateCopy::at(const std::string& name) {
  FieldCopy* const found = find(name);
  assert(found);
  return *found;
}

std::uint64_t state_bytes(const Model& model) {
  std::uint64_t bytes = 0;
  for (const StateField& field : model.fields()) bytes += field.bytes();
  return bytes;
}

}  // namespace morula
