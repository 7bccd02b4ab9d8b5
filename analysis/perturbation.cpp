#include "analysis/perturbation.h"

#include <algorithm>
#include <cstring>

#include "core/shuffle.h"

namespace morula {
namespace {

constexpr u32 of_state = 1;  // `which` of the draw of a state; the shuffle uses 0

// A slab may hold several replicas, or end within one.
void change_each(const std::vector<Perturbation>& changes, Index sites, const Slab& slab, ValueType type,
                 std::span<std::byte> values) {
  const u64 size = size_of(type);
  for (Index first = slab.first; first < slab.first + slab.count;) {
    const Index replica = first / sites, end = std::min((replica + 1) * sites, slab.first + slab.count);
    changes[replica].change({first - replica * sites, end - first}, type,
                            values.subspan((first - slab.first) * size, (end - first) * size));
    first = end;
  }
}

}  // namespace

Field compared_field(const Model& model, const SourceLocation& place) {
  const std::vector<StateField> fields = model.fields();
  const std::vector<View> views = model.views();
  const bool sites_are_states = !views.empty() && fields.front().name == views.front().field.name &&
                                fields.front().type == ValueType::U8;
  if (sites_are_states) return fields.front();
  throw SpecError(place, "model",
                  "has no lattice of states that can be changed one by one; choose another family");
}

Perturbation::Perturbation(u64 seed, u64 replica, Index sites, Index changed, unsigned states)
    : key_(stream(seed, Purpose::Perturbation, replica)), states_(states) {
  const Shuffle shuffle(key_, sites);
  places_.resize(changed);
  shuffle.from(0, places_);
  std::ranges::sort(places_);
}

u64 Perturbation::other_than(u64 state, Index site) const {
  const u64 pick = (u64{draw(key_, site, 0, of_state).x} * (states_ - 1)) >> 32;
  return pick < state ? pick : pick + 1;
}

void Perturbation::change(const Slab& slab, ValueType type, std::span<std::byte> values) const {
  const u64 size = size_of(type);
  auto site = std::ranges::lower_bound(places_, slab.first);
  for (; site != places_.end() && *site < slab.first + slab.count; ++site) {
    std::byte* const at = values.data() + (*site - slab.first) * size;
    u64 state = 0;  // little-endian, like both supported architectures
    std::memcpy(&state, at, size);
    state = other_than(state, *site);
    std::memcpy(at, &state, size);
  }
}

void copy_changed(Model& from, Model& to, const Field& state, const std::vector<Perturbation>& changes) {
  std::vector<std::byte> values;
  std::vector<Field> fields;
  for (const StateField& field : from.fields()) fields.push_back(field);
  to.begin_restore(fields);
  for (const Field& field : fields)
    for (const Slab& slab : slabs_of(field)) {
      values.resize(slab.count * size_of(field.type));
      from.read(field, slab, values);
      if (field == state) change_each(changes, state.extent.sites(), slab, state.type, values);
      to.restore(field, slab, values);
    }
  to.end_restore(from.time(), from.updates());
}

}  // namespace morula
