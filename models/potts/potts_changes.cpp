#include "models/potts/potts_changes.h"

#include <algorithm>
#include <cstring>

#include "core/draw.h"
#include "models/changes/set_states.h"
#include "models/potts/cells/column.h"
#include "models/potts/observe/cell_paths.h"
#include "models/potts/observe/cell_tracks.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/list.h"

namespace morula::potts {
namespace {

std::vector<std::string> type_states(const Spec& spec) {
  std::vector<std::string> names;
  for (const CellType& type : dynamic_cast<const PottsSpec&>(*spec.section).types) names.push_back(type.name);
  return names;
}

// The model file may give the two types of a J in either order. Returns the key with the order of the file.
std::string pair_as_written(const std::string& key, const io::Value& model) {
  const std::string section = "potts.adhesion.";
  const std::size_t dash = key.find('-');
  if (!key.starts_with(section) || dash == std::string::npos || io::value_at(model, key)) return key;
  const std::string turned =
      section + key.substr(dash + 1) + "-" + key.substr(section.size(), dash - section.size());
  return io::value_at(model, turned) ? turned : key;
}

// Makes room for more cells in a list of the state. It has `per_cell` values for each cell, [replica · cells
// + cell]; new rows are set to `filling`.
void grow_list(FieldCopy& copy, u64 per_cell, u64 cells, u64 grown, const std::vector<std::byte>& filling) {
  const u64 row = per_cell * size_of(copy.field.type);
  const u64 replicas = copy.field.replicas == 0 ? 1 : copy.field.replicas;
  std::vector<std::byte> values;
  values.reserve(replicas * grown * row);
  for (u64 replica = 0; replica < replicas; ++replica) {
    const auto begin = copy.values.begin() + static_cast<std::ptrdiff_t>(replica * cells * row);
    values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(cells * row));
    for (u64 cell = cells; cell < grown; ++cell) values.insert(values.end(), filling.begin(), filling.end());
  }
  copy.values = std::move(values);
  copy.field.extent.x = per_cell * grown;
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

// Values that a row of a list holds before the cell is seen for the first time.
std::vector<std::byte> unseen_row(const Field& list, u64 per_cell) {
  CellTracks tracks(1);
  CellPaths paths(1);
  std::span<const std::byte> unseen;
  if (list.name == "centroid") unseen = std::as_bytes(tracks.centroids());
  if (list.name == "path") unseen = std::as_bytes(paths.values());
  if (unseen.empty()) return std::vector<std::byte>(per_cell * size_of(list.type));
  return {unseen.begin(), unseen.end()};
}

template <typename Value>
Value value_at(const FieldCopy& copy, u64 row) {
  Value value;
  std::memcpy(&value, &copy.values[row * sizeof value], sizeof value);
  return value;
}

// The row of a new cell in each replica: the lowest free row if rows are reused, otherwise the row after the
// last one in use.
std::vector<u64> new_rows(const FieldCopy& types, u64 cells, u64 replicas, bool uses_again) {
  std::vector<u64> rows(replicas, 1);
  for (u64 row = 0; row < types.values.size(); ++row)
    if (types.values[row] != std::byte{0} && (!uses_again || rows[row / cells] == row % cells))
      rows[row / cells] = row % cells + 1;
  return rows;
}

// Gives the cell in `row` the next number of its replica, whose rows begin at `medium`.
u32 take_number(FieldCopy& numbers, u64 medium, u64 row) {
  const u32 next = value_at<u32>(numbers, medium);
  if (next == 0) throw StateError("all 4294967295 numbers of cells were used up; no cell can be added");
  put<u32>(numbers, row, next);
  put<u32>(numbers, medium, next + 1);
  return next;
}

// Sets the values of a new cell in a row of the state.
void begin_cell(const Spec& spec, u64 type, u64 replica, u64 cell_row, u64 row_count, StateCopy& state) {
  const u64 row = replica * row_count + cell_row;
  FieldCopy* const numbers = state.find(number_column);
  const u32 number = numbers ? take_number(*numbers, row - cell_row, row) : static_cast<u32>(cell_row);
  for (FieldCopy& list : state.fields())
    if (list.field.name == "centroid" || list.field.name == "path") {
      const std::vector<std::byte> unseen = unseen_row(list.field, list.field.extent.x / row_count);
      std::ranges::copy(unseen, list.values.begin() + static_cast<std::ptrdiff_t>(row * unseen.size()));
    }
  const auto& tissue = dynamic_cast<const PottsSpec&>(*spec.section);
  for (const Column& column : set_columns(tissue))
    if (FieldCopy* const list = state.find(column.name); list && column.name != number_column)
      put_number(*list, row, first_value(column, tissue, spec.seed, replica, number, static_cast<u8>(type)));
  for (const char* name : {"born", "divided"})
    if (FieldCopy* const list = numbers ? state.find(name) : nullptr)
      put_number(*list, row, static_cast<double>(state.time()));
  put<u8>(state.at("type"), row, static_cast<double>(type));
}

// Adds a new cell of a type in each replica. Returns the rows of these cells.
std::vector<u64> add_cells(const Spec& spec, u64 type, StateCopy& state,
                           const Changeable::IsRunning& is_running) {
  const u64 cells = state.at("type").field.extent.x,
            replicas = dynamic_cast<const PottsSpec&>(*spec.section).replicas;
  const std::vector<u64> rows =
      new_rows(state.at("type"), cells, replicas, state.find(number_column) != nullptr);
  const u64 grown = std::max(cells, *std::ranges::max_element(rows) + 1);
  for (FieldCopy& list : state.fields())
    if (const u64 per_cell = list.field.extent.x / cells;
        list.field.resizes && list.field.name != "dead_cells")
      grow_list(list, per_cell, cells, grown, unseen_row(list.field, per_cell));
  for (u64 replica = 0; replica < replicas; ++replica)
    if (is_running(replica)) begin_cell(spec, type, replica, rows[replica], grown, state);
  return rows;
}

void set_cells(const Spec& spec, const morula::Shape& shape, u64 type, StateCopy& state,
               const Changeable::IsRunning& is_running) {
  const auto& tissue = dynamic_cast<const PottsSpec&>(*spec.section);
  const std::vector<u64> cells =
      type == 0 ? std::vector<u64>(tissue.replicas) : add_cells(spec, type, state, is_running);
  set_values<u32>(state.at("cell"), shape, is_running,
                  [&](u32& cell, const Site&, Index replica) { cell = static_cast<u32>(cells[replica]); });
  // As in the initial state, no site counts as gained.
  if (FieldCopy* const gained = state.find("gained"))
    set_values<u32>(*gained, shape, is_running, [](u32& step, const Site&, Index) { step = 0; });
}

// Message about the first column of life that a change would add, if there is one.
std::optional<std::string> fault_of_life(const Spec& before, const Spec& after) {
  const auto has_column = [](const Spec& spec, const char* name) {
    const std::vector<Column> columns = set_columns(dynamic_cast<const PottsSpec&>(*spec.section));
    return std::ranges::count(columns, name, &Column::name) > 0;
  };
  for (const char* name : columns_of_life)
    if (has_column(after, name) && !has_column(before, name)) return message_of_late_column(name);
  return std::nullopt;
}

}  // namespace
}  // namespace morula::potts

namespace morula {

Changeable potts_changeable() {
  std::vector<std::string> keys = {"potts.temperature", "potts.fixed", "potts.parameters",
                                   "potts.properties.*.rate", "potts.properties.*.next"};
  for (const char* key : {"target.*.next", "divide.when", "die.when", "die.shrink", "die.after", "become.*"})
    keys.push_back(std::string("potts.life.*.") + key);
  for (const char* key : {"diffusion", "decay", "source", "boundary", "sub_steps", "solver"})
    keys.push_back(std::string("potts.fields.*.") + key);
  for (const potts::TermKind& term : potts::term_kinds())
    for (const std::string& key : term.changing)
      keys.push_back(std::string("potts.") + term.key + (key.empty() ? "" : "." + key));
  return {.keys = std::move(keys),
          .as_written = potts::pair_as_written,
          .kept_choices = {{"region_side", "potts.regions.side"}, {"region_turns", "potts.regions.turns"}},
          .fault = potts::fault_of_life,
          .states = potts::type_states,
          .set_sites = potts::set_cells};
}

}  // namespace morula
