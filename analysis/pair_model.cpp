#include "analysis/pair_model.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "runner/visit_sites.h"

namespace morula {
namespace {

constexpr io::Colour alike = {255, 255, 255}, light_green = {144, 238, 144};  // as in Bazeia 2017, Fig. 8

// Of whole slabs at once: a shape that compilers turn into vector instructions.
template <typename T>
void compare(const std::vector<std::byte>& a, const std::vector<std::byte>& b, std::span<std::byte> differs) {
  const T* const of_a = reinterpret_cast<const T*>(a.data());
  const T* const of_b = reinterpret_cast<const T*>(b.data());
  for (std::size_t i = 0; i < differs.size(); ++i) differs[i] = static_cast<std::byte>(of_a[i] != of_b[i]);
}

std::uint64_t ones_in(std::span<const std::byte> differs) {
  return std::accumulate(
      differs.begin(), differs.end(), std::uint64_t{0},
      [](std::uint64_t sum, std::byte one) { return sum + std::to_integer<std::uint64_t>(one); });
}

std::vector<unsigned> states_left_in(Model& model, const Field& state, std::uint64_t replicas) {
  const unsigned states = model.shown().values;
  const Index planes = state.extent.z / replicas;
  std::vector<std::vector<bool>> seen(replicas, std::vector<bool>(states));
  visit_all(model, state,
            [&](const Site& site, std::uint64_t value) { seen[site.z / planes][value] = true; });
  std::vector<unsigned> left;
  for (const std::vector<bool>& of : seen)
    left.push_back(static_cast<unsigned>(std::ranges::count(of, true)));
  return left;
}

}  // namespace

PairModel::PairModel(std::unique_ptr<Model> first, std::unique_ptr<Model> second, Field state,
                     std::uint64_t replicas)
    : first_(std::move(first)), second_(std::move(second)), state_(std::move(state)), replicas_(replicas) {}

Field PairModel::difference() const {
  Field field = state_;
  field.type = ValueType::U8;
  return field;
}

std::uint64_t PairModel::step(std::uint64_t at_most) {
  const std::uint64_t done = first_->step(at_most);
  if (second_->step(at_most) != done)
    throw Error("the two runs of a pair came to an end at different steps, where nothing can be compared");
  return done;
}

void PairModel::set_time(std::uint64_t time) {
  first_->set_time(time);
  second_->set_time(time);
}

void PairModel::read(const Field&, Slab slab, std::span<std::byte> values) {
  for (auto* const bytes : {&of_first_, &of_second_}) bytes->resize(slab.count * size_of(state_.type));
  first_->read(state_, slab, of_first_);
  second_->read(state_, slab, of_second_);
  switch (state_.type) {
    case ValueType::U8:
      return compare<std::uint8_t>(of_first_, of_second_, values);
    case ValueType::U16:
      return compare<std::uint16_t>(of_first_, of_second_, values);
    case ValueType::U32:
    case ValueType::I32:
      return compare<std::uint32_t>(of_first_, of_second_, values);
    case ValueType::U64:
    case ValueType::I64:
    case ValueType::F64:  // by its bits, as it is hashed
      return compare<std::uint64_t>(of_first_, of_second_, values);
  }
}

void PairModel::restore(const Field&, Slab, std::span<const std::byte>) {
  throw Error("a difference does not tell the two states that it is between");
}

std::vector<std::uint64_t> PairModel::differing() {
  const Field field = difference();
  const Index sites = field.extent.sites() / replicas_;
  std::vector<std::uint64_t> all(replicas_);
  std::vector<std::byte> differs;
  for (const Slab& slab : slabs_of(field, slab_bytes / size_of(state_.type))) {
    differs.resize(slab.count);
    read(field, slab, differs);
    for (Index first = slab.first; first < slab.first + slab.count;) {
      const Index replica = first / sites, end = std::min((replica + 1) * sites, slab.first + slab.count);
      all[replica] += ones_in(std::span(differs).subspan(first - slab.first, end - first));
      first = end;
    }
  }
  return all;
}

std::vector<std::pair<unsigned, unsigned>> PairModel::states_left() {
  const auto of_first = states_left_in(*first_, state_, replicas_);
  const auto of_second = states_left_in(*second_, state_, replicas_);
  std::vector<std::pair<unsigned, unsigned>> both;
  for (std::size_t i = 0; i < replicas_; ++i) both.emplace_back(of_first[i], of_second[i]);
  return both;
}

std::vector<Observation> PairModel::observe_each() {
  std::vector<Observation> all;
  for (const std::uint64_t sites : differing()) all.push_back({{"differing", sites}});
  return all;
}

Shown PairModel::shown() const {
  Field field = first_->shown().field;
  field.type = ValueType::U8;
  return {field, 2, "", {alike, light_green}, {}};
}

Hash PairModel::hash() { return {mix64(first_->hash().value) + second_->hash().value}; }

}  // namespace morula
