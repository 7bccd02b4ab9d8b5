#include "models/potts/engine/potts_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "models/potts/engine/device_copies.h"
#include "models/potts/engine/device_cuts.h"
#include "models/potts/engine/device_life.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/order/extent_rule.h"
#include "models/potts/order/regions.h"
#include "models/potts/terms/length_term.h"
#include "models/potts/terms/persistence_term.h"

namespace morula::potts {

PottsEngine::PottsEngine(const PottsSpec& spec)
    : processes_(processes_of(spec)),
      has_moments_(spec.terms.find<LengthTerm>() != nullptr),
      has_cells_(spec.has_cells()),
      has_gains_(reads_gains(spec)),
      sites_of_replica_(spec.lattice.global.sites()),
      scale_(0) {
  const Energies energies = fixed_point(spec);
  levels_ = energies.levels;
  scale_ = energies.scale;
  for (const auto& process : processes_)
    for (const UsedColumn& used : process->columns())
      sets_types_ = sets_types_ || (used.is_set && used.column.name == "type");
}

void PottsEngine::grow(u64 capacity) {
  CellTable grown = cells();
  grown.grow(capacity);
  set_cells(std::move(grown));
  count_cells();
}

u64 PottsEngine::advance(u64 from, u64 steps) {
  fields::FieldsEngine* const with_fields = fields();
  if (processes_.empty() && !has_moments_ && !with_fields && !properties_ && !life_) {
    step(from, steps);
    return steps;
  }
  if (properties_) properties_->forget();
  u64 when = from;
  for (; when < from + steps && !must_stop() && obstacle().empty(); ++when) {
    if (!levels_.empty()) set_levels(when, when == from);
    if (has_cells_) step(when, 1);
    if (with_fields) with_fields->step(when);
    if (!processes_.empty()) run_processes(when + 1);
    if (has_moments_) recount(when + 1);
    if (properties_ && !must_stop()) step_properties(when + 1);
    if (life_ && !must_stop()) step_life(when + 1);
  }
  return when - from;
}

namespace {

// Gives formulas of cells access to an engine.
class EngineReader final : public ReplicaReader {
 public:
  EngineReader(PottsEngine& engine, u64 sites) : engine_(engine), sites_(sites) {}

  std::vector<i32> numbers(u64 replica) override { return engine_.numbers(replica); }
  void read_sites(u64 replica, std::span<u32> cells) override {
    engine_.read({replica * sites_, sites_}, cells);
  }
  void read_field(u32 field, u64 replica, std::span<f64> values) override {
    engine_.fields()->read(field, {replica * sites_, sites_}, values);
  }
  u64 accepted(u64 replica) override { return engine_.accepted()[replica]; }
  std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) override {
    return engine_.field_sums(field, replica);
  }
  std::vector<u32> faces(u64 replica) override { return engine_.faces(replica); }
  std::vector<u32> cut(const CellCutter& cutter, std::span<const CellToCut> cells, u64 steps_done) override {
    return engine_.cut_cells(cutter, cells, steps_done);
  }
  bool has_room(u64 cells) override { return engine_.has_room(cells); }

 private:
  PottsEngine& engine_;
  u64 sites_;
};

}  // namespace

void PottsEngine::step_properties(u64 steps_done) {
  EngineReader reader(*this, sites_of_replica_);
  properties_->step(changing_cells(), reader, steps_done);
  write_columns();
}

void PottsEngine::step_life(u64 steps_done) {
  CellTable& table = changing_cells();
  const u64 rows = table.rows();
  EngineReader reader(*this, sites_of_replica_);
  const LifeChanges changed = life_->step(table, reader, steps_done);
  if (table.rows() == rows)
    write_columns();
  else
    add_rows();
  set_targets(steps_done);
  for (const auto& [replica, changes] : changed.of_replicas) change_sites(replica, changes);
  if (changed.empty()) return;
  const bool is_counted = !changed.daughters.empty() && take_sites(changed.daughters);
  if (!is_counted || !changed.of_replicas.empty()) count_cells();
  if (properties_) properties_->forget();
}

std::string PottsEngine::shape_message(const ShapeFailure& failure) {
  const std::string cell = fmt::format("cell {} {}", cells().cell_number(failure.row),
                                       failure.step == 0 ? "of the state that the run starts from"
                                                         : fmt::format("after step {}", failure.step));
  if (failure.why == Misfit::Sums)
    return cell +
           " is too large for potts.length: its volume times the square of its width must be at most 2^29, "
           "so "
           "that its moments fit into 32 bits; give its type no length, or make cells smaller";
  constexpr std::array axes = {'x', 'y', 'z'};
  return fmt::format(
      "{} extends over more than half of the periodic axis {}, so that potts.length cannot measure its "
      "length; "
      "make the lattice larger, its boundary fixed, or the target of the length smaller",
      cell, axes[static_cast<std::size_t>(failure.why)]);
}

void PottsEngine::finish() {
  wait();
  if (const auto failure = has_moments_ ? shape_failure() : std::nullopt)
    throw Error(shape_message(*failure));
  if (fields()) fields()->finish();
  if (const auto failure = levels_.empty() ? std::nullopt : level_failure()) {
    const SiteLevel& level = levels_[failure->level];
    throw Error(
        fmt::format("{}: strength times the response to '{}' is too large for whole numbers of {} to the "
                    "unit of energy in step {}; write "
                    "response: {{saturating: …}}, or the field in a larger unit",
                    level.key, fields()->spec().fields[level.field].name, scale_, failure->step));
  }
  if (const auto failure = target_failure())
    throw Error(fmt::format(
        "the {} of cell {} is not between 0 and {} after step {}; {} is the largest target that this model "
        "declares, which its energies fit: declare a larger one, or keep targets below it",
        failure->target.column, cells().cell_number(failure->row), failure->target.most, failure->step,
        failure->target.most));
}

EngineChoice engine_choice(const PottsSpec& spec, BackendKind processor) {
  const bool on_device = processor != BackendKind::Cpu;
  if (spec.order == UpdateOrder::Sequential) return on_device ? EngineChoice::None : EngineChoice::Sequential;
  if (spec.order == UpdateOrder::Edges) return on_device ? EngineChoice::None : EngineChoice::ByEdges;
  return on_device ? EngineChoice::OnDevice : EngineChoice::OnThreads;
}

namespace {

std::unique_ptr<PottsEngine> chosen_engine(const PottsSpec& spec, u64 seed, const Backend& backend) {
  switch (engine_choice(spec, backend.kind)) {
    case EngineChoice::Sequential:
      return make_sequential(spec, seed, backend.threads);
    case EngineChoice::ByEdges:
      return make_by_edges(spec, seed, backend.threads);
    case EngineChoice::OnThreads:
      return spec.exclusive ? make_exclusive_on_threads(spec, seed, backend.threads)
                            : make_on_threads(spec, seed, backend.threads);
    case EngineChoice::OnDevice:
      return make_on_device(spec, seed, backend.device);
    case EngineChoice::None:
      break;
  }
  throw Error(fmt::format("order: {} runs only on the CPU; choose --backend cpu",
                          spec.order == UpdateOrder::Edges ? "edges" : "sequential"));
}

}  // namespace

std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend) {
  auto engine = chosen_engine(spec, seed, backend);
  if (!spec.properties.empty()) engine->set_properties(std::make_unique<PropertyStepper>(spec, seed));
  if (!spec.life.empty()) engine->set_life(std::make_unique<LifeStepper>(spec, seed, backend.threads));
  return engine;
}

std::vector<gpu::Source> engine_sources(const PottsSpec& spec, bool one_launch) {
  if (engine_choice(spec, BackendKind::OpenCl) == EngineChoice::None) return {};
  gpu::DeviceInfo large;
  large.max_group = 1024;
  large.groups_together = one_launch ? 128 : 0;
  std::vector<gpu::Source> sources = {potts_source(spec, groups_together(spec, large))};
  if (!spec.fields.empty()) sources.push_back(fields_source(fields_of(spec), field_site_texts(spec)));
  return sources;
}

Footprint rows_footprint(const PottsSpec& spec, BackendKind processor, u64 rows) {
  const Footprint with = engine_footprint(spec, processor, rows),
                  without = engine_footprint(spec, processor, 0);
  u64 of_table = 0;
  for (const Column& column : set_columns(spec)) of_table += rows * size_of(column.type);
  const u64 tracks = rows * (spec.has_tracks ? 12 : 6) * sizeof(double);
  return {with.host_bytes - without.host_bytes + of_table + tracks,
          with.device_bytes - without.device_bytes + (with.device_bytes > 0 ? of_table : 0), 0};
}

// Memory by which threads learn what the others do: extents of cells, a site found of each, and a count for
// every region; or, with `exclusive`, the sub-steps in which cells changed.
u64 shared_bytes(const PottsSpec& spec, EngineChoice choice, u64 cells) {
  if (choice != EngineChoice::OnThreads) return 0;
  if (spec.exclusive) return cells * sizeof(u64);
  return cells * (sizeof(CellExtent) + 3 * sizeof(i32)) + Regions(spec).count() * spec.replicas * sizeof(u64);
}

Footprint engine_footprint(const PottsSpec& spec, BackendKind processor, u64 cells) {
  const u64 sites = PaddedLattice(spec).size * spec.replicas * sizeof(u32) * site_arrays(spec);
  const u64 counts = cells * kept_numbers(spec).size() * sizeof(i32);
  const u64 of_length = spec.terms.find<LengthTerm>() ? 3 + 7 : 0;  // anchors and boxes
  const u64 linears =
      cells * (varying_targets(spec).size() + (spec.terms.find<PersistenceTerm>() ? 3 : 0) + of_length) *
      sizeof(i32);
  const EngineChoice choice = engine_choice(spec, processor);
  // For every place: its edges, their sums, and the site that it repeats.
  const u64 edges = choice == EngineChoice::ByEdges
                        ? PaddedLattice(spec).size * (spec.replicas * 17 / 16 + 1) * sizeof(u32)
                        : 0;
  const u64 fields = fields_bytes(fields_of(spec));
  if (choice != EngineChoice::OnDevice)
    return {sites + edges + counts + linears + fields + shared_bytes(spec, choice, cells), 0, 0};
  const u64 records = DeviceCopies::bytes(spec) + DeviceCopies::bytes_of_rows(spec, cells);
  return {slab_bytes,
          sites + records + counts + linears + slab_bytes + fields + cuts_bytes(spec, cells) +
              life_bytes(spec, cells / spec.replicas),
          std::max({sites, records, counts, slab_bytes,
                    fields == 0 ? 0 : spec.lattice.global.sites() * spec.replicas * sizeof(double)})};
}

}  // namespace morula::potts
