#include "models/potts/cells/column.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/stream.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/property_stepper.h"
#include "models/potts/terms/fixed_point.h"
#include "models/potts/terms/length_term.h"

namespace morula::potts {
namespace {

Column type_column() {
  return {.name = "type", .type = ValueType::U8, .is_hashed = true};  // its values are given with the cells
}

// The number of the mother cell, 0 for cells of the initial state.
Column mother_column(const PottsSpec& spec) {
  const bool is_kept = spec.life.divides();
  return {.name = "mother",
          .type = ValueType::U32,
          .kind = is_kept ? ColumnKind::Set : ColumnKind::Derived,
          .from_run = false,
          .from_mother = FromMother::NumberOfMother,
          .is_hashed = is_kept};
}

// Adds the columns that life sets, besides the type: see life/life_stepper.h.
void add_life(std::vector<Column>& columns, const PottsSpec& spec) {
  if (spec.life.empty()) return;
  const auto add = [&](Column column) {
    column.is_hashed = true;
    if (std::ranges::find(columns, column.name, &Column::name) == columns.end()) columns.push_back(column);
  };
  for (const char* term : {"volume", "surface"})
    if (spec.life.has_target(term)) add(target_column(term));
  // A run that starts from another one counts steps and generations anew, and none of its cells is dying at
  // first.
  for (const char* name : {"generation", "born", "divided", "dying"})
    add({.name = name, .type = ValueType::U32, .from_run = false});
}

double target_of_type(const PottsSpec& spec, const std::string& key, std::size_t type) {
  for (const auto& term : spec.terms)
    if (const Constraints* constraints = term->key() == key ? term->constraints() : nullptr)
      if (const auto constraint = constraint_of(*constraints, type)) return constraint->target;
  return 0;
}

Column derived(std::string name, ValueType type) {
  return {.name = std::move(name), .type = type, .kind = ColumnKind::Derived};
}

void add_centroid(std::vector<Column>& columns, unsigned dimensions) {
  for (const char* prefix : {"", "d"})
    for (const char* axis : {"x", "y", "z"})
      if (dimensions == 3 || *axis != 'z')
        columns.push_back(derived(std::string(prefix) + axis, ValueType::F64));
}

// Adds the columns that processes use, each once even if several processes use it. Columns that only pictures
// show are not part of the hash, because outputs must not change it.
void add_used(std::vector<Column>& columns, const PottsSpec& spec) {
  const auto deciding = deciding_processes(spec);
  for (const auto& process : processes_of(spec))
    for (const UsedColumn& used : process->columns()) {
      auto found = std::ranges::find(columns, used.column.name, &Column::name);
      if (found == columns.end()) found = columns.insert(columns.end(), used.column);
      if (found->kind == ColumnKind::Counted) continue;
      found->kind = ColumnKind::Set;
      found->is_hashed = found->is_hashed || (used.is_set && std::ranges::count(deciding, process) > 0);
    }
}

Column property_column(const PropertiesSpec& properties, std::size_t property) {
  Column column{.name = properties.properties[property].name, .is_hashed = true};
  if (const double* number = std::get_if<double>(&properties.properties[property].initial))
    column.initial = [value = *number](const PottsSpec&, std::size_t) { return value; };
  else
    column.drawn = [property](const PottsSpec& spec, const CellDraw& cell) {
      return initial_property(spec, property, cell.type, cell.cell, cell.key);
    };
  return column;
}

}  // namespace

Column target_column(const std::string& term) {
  return {.name = "target_" + term, .initial = [term](const PottsSpec& spec, std::size_t type) {
            return target_of_type(spec, term, type);
          }};
}

double first_value(const Column& column, const PottsSpec& spec, u64 seed, u64 replica, u32 cell, u8 type) {
  if (column.drawn)
    return column.drawn(spec,
                        {stream(seed, Purpose::InitialState, spec.first_replica + replica), cell, type});
  return column.initial ? column.initial(spec, type) : 0;
}

std::vector<Column> table_columns(const PottsSpec& spec) {
  std::vector<Column> columns = {type_column()};
  const std::vector<std::string> kept = kept_numbers(spec);
  const auto counted = [&](const std::string& name) {
    columns.push_back({.name = name, .type = ValueType::I32, .kind = ColumnKind::Counted});
  };
  counted("volume");
  if (std::ranges::find(kept, "surface") == kept.end())
    columns.push_back(derived("surface", ValueType::U64));
  else
    counted("surface");
  add_centroid(columns, spec.lattice.dimensions);
  for (const CellType& type : spec.types) columns.push_back(derived("contact_" + type.name, ValueType::U64));
  columns.push_back(mother_column(spec));
  for (const std::string& name : kept)
    if (name != "volume" && name != "surface" && !name.starts_with("moment_")) counted(name);
  if (spec.terms.find<LengthTerm>()) columns.push_back(derived("length", ValueType::F64));
  add_used(columns, spec);
  add_life(columns, spec);
  for (std::size_t i = 0; i < spec.properties.properties.size(); ++i)
    columns.push_back(property_column(spec.properties, i));
  return columns;
}

std::string message_of_late_column(const std::string& column) {
  return fmt::format(
      "potts.life needs the column '{}' of cells, which cannot begin while the model runs: give the model "
      "from its beginning a rule that needs it, such as one whose condition is \"step < 0\"",
      column);
}

std::vector<Column> set_columns(const PottsSpec& spec) {
  std::vector<Column> columns = table_columns(spec);
  std::erase_if(columns, [](const Column& column) { return column.kind != ColumnKind::Set; });
  if (!spec.life.empty())
    columns.insert(columns.begin() + 1, {.name = number_column, .type = ValueType::U32, .is_hashed = true});
  return columns;
}

}  // namespace morula::potts
