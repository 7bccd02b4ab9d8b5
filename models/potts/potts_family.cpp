// The family of tissues: its models, and the memory that they need.
#include <algorithm>

#include "models/potts/engine/potts_engine.h"
#include "models/potts/potts_changes.h"
#include "models/potts/potts_model.h"
#include "models/potts/read/potts_reader.h"

namespace morula::potts {
namespace {

// The tissue, with the columns that its pictures show.
std::shared_ptr<const PottsSpec> tissue_of(const Spec& spec) {
  auto tissue = std::dynamic_pointer_cast<const PottsSpec>(spec.section);
  if (!spec.output.frames || !is_kept(spec.output.frames->of)) return tissue;
  auto with_column = std::make_shared<PottsSpec>(*tissue);
  with_column->shown_columns.push_back(spec.output.frames->of);
  return with_column;
}

std::unique_ptr<Model> make_potts(const Spec& spec, const Backend& backend, Start start) {
  const auto& tables = spec.output.tables;
  const auto cells = std::ranges::find(tables, "cells", &TableSpec::name);
  const auto every = cells == tables.end() ? std::nullopt : std::optional<u64>(cells->every);
  return make_tissue(tissue_of(spec), spec.seed, every, backend, start);
}

// Upper bound of the number of cells of a replica.
u64 cells_at_most(const PottsSpec& spec) {
  if (const auto* labels = std::get_if<Labels>(&spec.initial)) return labels->types.size();
  u64 cells = 1;
  for (const Tiles& tiles : std::get<std::vector<Tiles>>(spec.initial)) {
    const Site &from = tiles.shape.from, &to = tiles.shape.to;
    const u64 width = tiles.width.value_or(0);
    const auto along = [&](Index first, Index last) { return width == 0 ? 1 : (last - first + 1) / width; };
    cells +=
        along(from.x, to.x) * along(from.y, to.y) * (spec.lattice.dimensions == 3 ? along(from.z, to.z) : 1);
  }
  return cells;
}

Footprint potts_footprint(const Spec& model_spec, const Backend& backend) {
  const auto spec = tissue_of(model_spec);
  const u64 cells = cells_at_most(*spec) * spec->replicas;
  u64 table = 0;
  for (const Column& column : set_columns(*spec)) table += cells * size_of(column.type);
  constexpr u64 saving = 2 * slab_bytes;  // a slab, and the compressed slab
  const u64 tracks = cells * (spec->has_tracks ? 12 : 6) * sizeof(double);
  const u64 surveyed = cells_at_most(*spec) * (104 + 8 * spec->types.size());  // for the table of cells
  const u64 labels =
      std::holds_alternative<Labels>(spec->initial) ? spec->lattice.global.sites() * sizeof(u32) : 0;
  const bool has_spare_rows = backend.kind != BackendKind::Cpu && spec->life.divides();
  const u64 with_spare = has_spare_rows ? 2 : 1;
  Footprint footprint = engine_footprint(*spec, backend.kind, with_spare * cells);
  u64 of_files = 0;  // values of fields that are read from files
  for (const fields::FieldSpec& field : spec->fields.fields)
    if (std::holds_alternative<std::shared_ptr<const io::Reals>>(field.initial))
      of_files += spec->lattice.global.sites() * sizeof(double);
  footprint.host_bytes += saving + table + tracks + surveyed + labels + of_files;
  if (backend.kind != BackendKind::Cpu) footprint.device_bytes += with_spare * table;
  return footprint;
}

// Sources for devices whose work-groups cannot wait for each other. On other devices a single kernel replaces
// several of these kernels.
std::vector<gpu::Source> potts_sources(const Spec& spec) { return engine_sources(*tissue_of(spec), false); }

}  // namespace
}  // namespace morula::potts

namespace morula {

Family potts_family() {
  return {.name = "potts",
          .keys = {"steps", "lattice", "potts", "initial", "replicas", "first_replica", "replica"},
          .read = potts::read_potts,
          .footprint = potts::potts_footprint,
          .make = potts::make_potts,
          .sources = potts::potts_sources,
          .changeable = potts_changeable()};
}

}  // namespace morula
