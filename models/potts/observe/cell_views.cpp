#include "models/potts/observe/cell_views.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mix.h"
#include "io/palette.h"
#include "models/potts/observe/cell_table.h"
#include "models/potts/terms/act_term.h"

namespace morula::potts {
namespace {

constexpr unsigned colours_of_ids = 31, levels = 255;
const std::string of_site = "site_";  // prefix of a column's name for its value at each site

// White for the medium, then colours that differ from each other.
std::vector<io::Colour> colours_by_type(const PottsSpec& spec) {
  std::vector<io::Colour> colours = io::palette("okabe-ito", static_cast<unsigned>(spec.types.size()));
  colours[0] = {255, 255, 255};
  return colours;
}

std::vector<io::Colour> colours_by_id() {
  std::vector<io::Colour> colours = {{255, 255, 255}};
  for (unsigned i = 0; i < colours_of_ids; ++i) {
    const u64 mixed = mix64(i + 1);
    const auto channel = [&](unsigned shift) {
      return static_cast<std::uint8_t>(70 + (mixed >> shift) % 160);
    };
    colours.push_back({channel(0), channel(20), channel(40)});
  }
  return colours;
}

// Columns that a picture may show: those that are counted or set, and those that a process could keep.
std::vector<std::string> shown_columns(const PottsSpec& spec) {
  std::vector<std::string> names;
  for (const Column& column : table_columns(spec))
    if (column.kind != ColumnKind::Derived && column.name != "type") names.push_back(column.name);
  for (const auto& keeper : column_keepers())
    for (const UsedColumn& used : keeper->columns())
      if (used.is_set && std::ranges::count(names, used.column.name) == 0) names.push_back(used.column.name);
  return names;
}

// Values of the cells of the first replica; nothing for the medium and for cells without sites.
std::vector<std::optional<double>> values_of(const View& view, PottsEngine& engine, const PottsSpec& spec,
                                             const Energies& energies) {
  const std::vector<i32> numbers = engine.numbers(0);
  const CellValues columns(spec, energies, engine.cells(), numbers, 0);
  const auto place = columns.place(view.name);
  std::vector<std::optional<double>> values(columns.cells());
  for (u64 cell = 1; place && cell < values.size(); ++cell)
    if (columns.is_alive(cell)) values[cell] = columns.number(*place, cell);
  return values;
}

std::optional<LevelLimits> limits_of(const std::vector<std::optional<double>>& values) {
  std::optional<LevelLimits> limits;
  for (const auto& value : values)
    if (value)
      limits = limits ? LevelLimits{std::min(limits->lowest, *value), std::max(limits->highest, *value)}
                      : LevelLimits{*value, *value};
  return limits;
}

bool is_property(const PottsSpec& spec, const std::string& column) {
  return std::ranges::count(spec.properties.properties, column, &Property::name) > 0;
}

// White for the medium, then colours from inactive to just gained.
std::vector<io::Colour> colours_of_activity() {
  std::vector<io::Colour> colours = io::graded("viridis", levels);
  colours[0] = {255, 255, 255};
  return colours;
}

// The largest activity that a site can have in this model.
u32 most_active(const PottsSpec& spec) {
  const auto* act = spec.terms.find<ActTerm>();
  return act ? act->largest_maximum() : 0;
}

}  // namespace

Field gained_field(const PottsSpec& spec) {
  return {"gained", ValueType::U32, spec.lattice.global, spec.lattice.dimensions};
}

// Values are 0 in the medium, and 1 + the activity elsewhere.
void read_activity(const PottsSpec& spec, PottsEngine& engine, u64 time, Slab slab, std::span<u32> values) {
  const auto* act = spec.terms.find<ActTerm>();
  std::vector<u32> gains(slab.count);
  engine.read(slab, values);
  engine.read_gains(slab, gains);
  const CellTable& cells = engine.cells();
  for (u64 i = 0; i < slab.count; ++i) {
    if (values[i] == 0) continue;
    const u64 replica = (slab.first + i) / spec.lattice.global.sites();
    const Act of_type = act->of_type(cells.types(replica)[values[i]]);
    values[i] = 1 + static_cast<u32>(
                        activity_of(static_cast<i32>(of_type.maximum), gains[i], static_cast<u32>(time)));
  }
}

Field cells_field(const PottsSpec& spec) {
  return {"cell", ValueType::U32, spec.lattice.global, spec.lattice.dimensions};
}

std::vector<View> cell_views(const PottsSpec& spec) {
  std::vector<std::string> types, ids(colours_of_ids + 1, "cells, each in one of these colours");
  for (const CellType& type : spec.types) types.push_back(type.name);
  ids.front() = types.empty() ? "" : types.front();
  std::vector<View> views = {{.name = "type",
                              .field = cells_field(spec),
                              .classes = static_cast<unsigned>(spec.types.size()),
                              .colours = colours_by_type(spec),
                              .names = types,
                              .borders = true,
                              .dataset = "site_type"},
                             {.name = "id",
                              .field = cells_field(spec),
                              .classes = colours_of_ids + 1,
                              .colours = colours_by_id(),
                              .names = ids,
                              .borders = true}};
  if (most_active(spec) > 0)
    views.push_back({.name = "activity",
                     .field = {"activity", ValueType::U32, spec.lattice.global, spec.lattice.dimensions},
                     .classes = levels + 1,
                     .colours = colours_of_activity(),
                     .names = {ids.front(), "inactive", "just gained"},
                     .graded = true,
                     .quantity = "activity"});
  for (const std::string& column : shown_columns(spec))
    views.push_back({.name = column,
                     .field = cells_field(spec),
                     .classes = levels + 1,
                     .names = {ids.front(), "least", "most"},
                     .graded = true,
                     .borders = true,
                     .quantity = column,
                     .dataset = is_property(spec, column) ? of_site + column : ""});
  return views;
}

ClassOf cell_classes(const View& view, PottsEngine& engine, const PottsSpec& spec, const Energies& energies) {
  if (view.name == "type")
    return [types = engine.cells().types(0)](std::uint64_t cell) { return std::uint32_t{types[cell]}; };
  if (view.name == "id")
    return [&cells = engine.cells()](std::uint64_t cell) {
      return cell == 0 ? 0u : static_cast<std::uint32_t>(1 + mix64(cells.cell_number(cell)) % colours_of_ids);
    };
  if (view.name == "activity")
    return [most = most_active(spec)](std::uint64_t value) {
      return value == 0 ? 0u : 1u + static_cast<std::uint32_t>((value - 1) * (levels - 1) / most);
    };
  const auto values = values_of(view, engine, spec, energies);
  const auto limits = limits_of(values);
  if (!limits) return [](std::uint64_t) { return 0u; };
  const double span = limits->highest - limits->lowest;
  std::vector<std::uint32_t> classes;
  for (const auto& value : values)
    classes.push_back(!value      ? 0
                      : span == 0 ? 1
                                  : static_cast<std::uint32_t>(
                                        1 + std::floor((*value - limits->lowest) / span * (levels - 1))));
  return [classes = std::move(classes)](std::uint64_t cell) { return classes[cell]; };
}

NumberOf cell_column(const View& view, PottsEngine& engine, const PottsSpec& spec, const Energies& energies) {
  return [values = values_of(view, engine, spec, energies)](std::uint64_t cell) {
    return values[cell].value_or(std::numeric_limits<double>::quiet_NaN());
  };
}

std::optional<LevelLimits> column_limits(const View& view, PottsEngine& engine, const PottsSpec& spec,
                                         const Energies& energies) {
  if (view.name == "activity") return LevelLimits{0, static_cast<double>(most_active(spec))};
  return view.graded ? limits_of(values_of(view, engine, spec, energies)) : std::nullopt;
}

}  // namespace morula::potts
