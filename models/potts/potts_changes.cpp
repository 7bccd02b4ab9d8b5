#include "models/potts/potts_changes.h"

#include <algorithm>
#include <limits>

#include "models/changes/set_states.h"
#include "models/potts/cells/column.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {
namespace {

std::vector<std::string> type_states(const Spec& spec) {
  std::vector<std::string> names;
  for (const CellType& type : dynamic_cast<const PottsSpec&>(*spec.section).types) names.push_back(type.name);
  return names;
}

// A list with `numbers` values for each cell, [replica · cells + cell], as the state has them.
void grow_list(FieldCopy& copy, u64 numbers, u64 cells, u64 grown, const std::vector<std::byte>& filling) {
  const u64 row = numbers * size_of(copy.field.type);
  const u64 replicas = copy.field.replicas == 0 ? 1 : copy.field.replicas;
  std::vector<std::byte> values;
  values.reserve(replicas * grown * row);
  for (u64 replica = 0; replica < replicas; ++replica) {
    const auto begin = copy.values.begin() + static_cast<std::ptrdiff_t>(replica * cells * row);
    values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(cells * row));
    for (u64 cell = cells; cell < grown; ++cell) values.insert(values.end(), filling.begin(), filling.end());
  }
  copy.values = std::move(values);
  copy.field.extent.x = numbers * grown;
}

template <typename Value>
void put(FieldCopy& copy, u64 row, double number) {
  const Value value = static_cast<Value>(number);
  std::memcpy(&copy.values[row * sizeof value], &value, sizeof value);
}

void put_number(FieldCopy& copy, u64 row, double number) {
  switch (copy.field.type) {
    case ValueType::U8:
      return put<u8>(copy, row, number);
    case ValueType::U32:
      return put<u32>(copy, row, number);
    case ValueType::I32:
      return put<i32>(copy, row, number);
    default:
      return put<double>(copy, row, number);
  }
}

std::vector<std::byte> bytes_of(const std::vector<double>& numbers) {
  const auto bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

// The number of a new cell of each replica: one more than the last that is in use.
std::vector<u64> new_cells(const FieldCopy& types, u64 cells, u64 replicas) {
  std::vector<u64> numbers(replicas, 1);
  for (u64 row = 0; row < types.values.size(); ++row)
    if (types.values[row] != std::byte{0}) numbers[row / cells] = row % cells + 1;
  return numbers;
}

// A new cell of a type in each replica, which begins as cells of the initial state do. Returns its numbers.
std::vector<u64> add_cells(const PottsSpec& tissue, u64 type, StateCopy& state,
                           const Changeable::IsRunning& is_running) {
  FieldCopy& types = state.at("type");
  const u64 cells = types.field.extent.x, replicas = tissue.replicas;
  const std::vector<u64> numbers = new_cells(types, cells, replicas);
  const u64 grown = std::max(cells, *std::ranges::max_element(numbers) + 1);
  const std::vector<double> unknown(6, std::numeric_limits<double>::quiet_NaN());
  grow_list(state.at("centroid"), 6, cells, grown, bytes_of(unknown));
  const std::vector<Column> columns = set_columns(tissue);
  for (const Column& column : columns) {
    FieldCopy* const list = state.find(column.name);
    if (!list) continue;
    grow_list(*list, 1, cells, grown, std::vector<std::byte>(size_of(column.type)));
    for (u64 replica = 0; replica < replicas; ++replica)
      if (is_running(replica))
        put_number(*list, replica * grown + numbers[replica],
                   column.initial ? column.initial(tissue, type) : 0);
  }
  for (u64 replica = 0; replica < replicas; ++replica)
    if (is_running(replica)) put<u8>(types, replica * grown + numbers[replica], static_cast<double>(type));
  return numbers;
}

void set_cells(const Spec& spec, const morula::Shape& shape, u64 type, StateCopy& state,
               const Changeable::IsRunning& is_running) {
  const auto& tissue = dynamic_cast<const PottsSpec&>(*spec.section);
  const std::vector<u64> cells =
      type == 0 ? std::vector<u64>(tissue.replicas) : add_cells(tissue, type, state, is_running);
  set_values<u32>(state.at("cell"), shape, is_running,
                  [&](u32& cell, const Site&, Index replica) { cell = static_cast<u32>(cells[replica]); });
  // As in the initial state, no site counts as gained.
  if (FieldCopy* const gained = state.find("gained"))
    set_values<u32>(*gained, shape, is_running, [](u32& step, const Site&, Index) { step = 0; });
}

}  // namespace
}  // namespace morula::potts

namespace morula {

Changeable potts_changeable() {
  return {.keys = {"potts.temperature", "potts.adhesion", "potts.volume.*.target", "potts.volume.*.strength",
                   "potts.surface.*.target", "potts.surface.*.strength", "potts.potential", "potts.act.*",
                   "potts.connected", "potts.fixed"},
          .fixed_choices = {"region_side"},
          .states = potts::type_states,
          .set_sites = potts::set_cells};
}

}  // namespace morula
