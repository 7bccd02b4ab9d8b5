#include "analysis/pair_model.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/error.h"
#include "models/visit_sites.h"

namespace morula {
namespace {

constexpr io::Colour alike = {255, 255, 255}, light_green = {144, 238, 144};  // as in Bazeia 2017, Fig. 8

std::vector<unsigned> states_left_in(Model& model, const Field& state, unsigned states) {
  const std::uint64_t size = size_of(state.type);
  std::vector<std::vector<bool>> is_present(std::max<Index>(state.replicas, 1), std::vector<bool>(states));
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(state)) {
    values.resize(slab.count * size);
    model.read(state, slab, values);
    for (Index i = 0; i < slab.count; ++i)
      is_present[(slab.first + i) / state.extent.sites()][value_at(values, i, size)] = true;
  }
  std::vector<unsigned> surviving;
  for (const std::vector<bool>& in_replica : is_present)
    surviving.push_back(static_cast<unsigned>(std::ranges::count(in_replica, true)));
  return surviving;
}

constexpr std::array<const char*, 2> prefixes = {"first.", "second."};

}  // namespace

PairModel::PairModel(std::unique_ptr<Model> first, std::unique_ptr<Model> second, Field state,
                     unsigned states)
    : first_(std::move(first)), second_(std::move(second)), state_(std::move(state)), states_(states) {}

Field PairModel::difference() const {
  Field field = state_;
  field.name = "difference";
  field.type = ValueType::U8;
  return field;
}

std::uint64_t PairModel::step(std::uint64_t at_most) {
  const std::uint64_t done = first_->step(at_most);
  if (second_->step(at_most) != done)
    throw Error("the two runs of a pair came to an end at different steps, where nothing can be compared");
  return done;
}

std::vector<StateField> PairModel::fields() const {
  std::vector<StateField> fields;
  for (const auto& [model, prefix] :
       {std::pair{first_.get(), prefixes[0]}, std::pair{second_.get(), prefixes[1]}})
    for (StateField field : model->fields()) {
      field.name = prefix + field.name;
      fields.push_back(field);
    }
  return fields;
}

std::pair<Model*, Field> PairModel::owner_of(const Field& field) const {
  const bool of_first = field.name.starts_with(prefixes[0]);
  Field model_field = field;
  model_field.name = field.name.substr(std::strlen(prefixes[of_first ? 0 : 1]));
  return {of_first ? first_.get() : second_.get(), model_field};
}

void PairModel::read(const Field& field, Slab slab, std::span<std::byte> values) {
  if (field.name != difference().name) {
    const auto [model, model_field] = owner_of(field);
    return model->read(model_field, slab, values);
  }
  comparison_.read(*first_, *second_, state_, slab, values);
}

void PairModel::restore(const Field& field, Slab slab, std::span<const std::byte> values) {
  const auto [model, model_field] = owner_of(field);
  model->restore(model_field, slab, values);
}

void PairModel::end_restore(std::uint64_t time, std::uint64_t updates) {
  first_->end_restore(time, updates / 2);
  second_->end_restore(time, updates / 2);
}

std::vector<std::uint64_t> PairModel::differing() { return comparison_.count(*first_, *second_, state_); }

std::vector<std::pair<unsigned, unsigned>> PairModel::states_left() {
  const auto of_first = states_left_in(*first_, state_, states_);
  const auto of_second = states_left_in(*second_, state_, states_);
  std::vector<std::pair<unsigned, unsigned>> both;
  for (std::size_t i = 0; i < of_first.size(); ++i) both.emplace_back(of_first[i], of_second[i]);
  return both;
}

Sums PairModel::sums(const Sums& so_far) { return so_far.empty() ? differing() : Sums{}; }

std::vector<Row> PairModel::rows(const Sums& totals) const {
  std::vector<Row> rows;
  for (const std::uint64_t sites : totals) rows.push_back({sites});
  return rows;
}

std::vector<View> PairModel::views() const {
  Field field = difference();
  field.replicas = 0;
  return {{.name = "difference",
           .field = field,
           .classes = 2,
           .colours = {alike, light_green},
           .names = {"alike", "different"}}};
}

Hash PairModel::hash() { return {mix64(first_->hash().value) + second_->hash().value}; }

}  // namespace morula
