#include "models/potts/observe/state_fields.h"

#include <fmt/format.h>

#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/initial/starting_cells.h"
#include "models/potts/observe/cell_views.h"
#include "models/potts/observe/field_views.h"

namespace morula::potts {
namespace {

Field list_of(const PottsSpec& spec, const char* name, ValueType type, u64 values) {
  return in_batch(spec, {name, type, {values, 1, 1}, 1});
}

}  // namespace

Field in_batch(const PottsSpec& spec, Field field) {
  if (spec.replicas > 1) field.replicas = spec.replicas;
  return field;
}

std::vector<StateField> state_fields(const PottsSpec& spec, const std::vector<Column>& columns, u64 cells,
                                     u64 dead_words) {
  StateField types{list_of(spec, "type", ValueType::U8, cells)}, sites{in_batch(spec, cells_field(spec))};
  types.resizes = true;
  for (const CellType& type : spec.types) types.names.push_back(type.name);
  std::vector<StateField> fields = {types, sites};
  if (reads_gains(spec)) {
    fields.push_back({in_batch(spec, gained_field(spec)), false, true});
    fields.back().meaning =
        "the step in which the site's cell gained it, counted from 1; 0 in the medium and at the start";
    fields.back().if_missing =
        "does not hold the steps in which sites were gained, which potts.act needs; start the run again";
  }
  for (const fields::FieldSpec& field : spec.fields.fields) {
    fields.push_back({in_batch(spec, field_of_state(spec, field)), false, true});
    fields.back().if_missing =
        fmt::format("does not hold the field '{}' of potts.fields; start the run again with it", field.name);
  }
  if (!spec.fields.empty()) {
    fields.push_back(
        {list_of(spec, "field_clamped", ValueType::U64, 2 * spec.fields.fields.size()), false, true});
    fields.back().meaning =
        "two for each field, whose sum is the amount added where values would be negative: in units of "
        "2^-32, and of 2^32";
  }
  StateField copies{list_of(spec, "accepted", ValueType::U64, 1), false, true};
  StateField centroids{list_of(spec, "centroid", ValueType::F64, 6 * cells), true, true};
  StateField times{{"centroid_time", ValueType::U64, {2, 1, 1}, 1}, false, true};
  times.common = true;
  centroids.meaning = "six for each cell: x, y, z at the first step of centroid_time, then at the second";
  times.meaning = "steps of the last two tables of cells that were due; 2^64 - 1 where there was none";
  fields.insert(fields.end(), {copies, centroids, times});
  if (spec.has_tracks) {
    fields.push_back({list_of(spec, "path", ValueType::F64, 6 * cells), true, true});
    fields.back().meaning =
        "six for each cell: x, y, z when its track was last written, and its turns around periodic axes";
  }
  if (spec.has_tracks && !spec.life.empty()) {
    fields.push_back({{"path_time", ValueType::U64, {2, 1, 1}, 1}, false, true});
    fields.back().common = true;
    fields.back().meaning =
        "steps at which tracks that were due were last written; 2^64 - 1 where there was none";
  }
  if (dead_words > 0) {
    fields.push_back({list_of(spec, "dead_cells", ValueType::U32, dead_words), true, true});
    fields.back().meaning = "five for each cell that has died: cell, mother, born, died, type";
  }
  for (const Column& column : columns)
    if (column.name != "type") {
      fields.push_back({list_of(spec, column.name.c_str(), column.type, cells), true, true});
      if (column.name == number_column)
        fields.back().meaning =
            "the number of the cell in this row; in the first row, the next unused number";
      fields.back().if_missing = fmt::format(
          "does not hold the column '{}' of cells, which this model shows or uses; start the run again "
          "with it",
          column.name);
    }
  if (spec.order != UpdateOrder::Parallel) return fields;
  StateField order{{"parallel_sub_steps", ValueType::U64, {3, 1, 1}, 1}, false, true};
  order.common = true;
  order.meaning =
      "of the parallel order: sub-steps until this step, the least side of regions, their turns in a step";
  order.if_missing =
      "was written by an earlier version, which had another parallel order of tissues; start the run again";
  fields.push_back(order);
  return fields;
}

}  // namespace morula::potts
