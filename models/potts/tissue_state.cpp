#include "models/potts/tissue_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/counted.h"
#include "core/error.h"
#include "models/fields/field_columns.h"
#include "models/fields/field_rule.h"
#include "models/fields/initial_values.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/initial/starting_cells.h"
#include "models/potts/life/life_stepper.h"
#include "models/potts/observe/cell_table.h"
#include "models/potts/observe/cell_views.h"
#include "models/potts/observe/state_fields.h"

namespace morula::potts {

TissueState::TissueState(std::shared_ptr<const PottsSpec> spec, u64 seed, std::optional<u64> table_every,
                         std::unique_ptr<PottsEngine> engine)
    : spec_(std::move(spec)),
      seed_(seed),
      energies_(fixed_point(*spec_)),
      order_(*spec_),
      engine_(std::move(engine)),
      columns_(set_columns(*spec_)),
      tables_(spec_, energies_, table_every),
      accepted_before_(spec_->replicas) {}

void TissueState::begin() {
  std::vector<u8> types;
  std::vector<StartingCells> starts;
  for (u64 replica = 0; replica < spec_->replicas; ++replica) {
    starts.emplace_back(*spec_, seed_, spec_->first_replica + replica);
    types.insert(types.end(), starts.back().types().begin(), starts.back().types().end());
  }
  CellTable table(*spec_, types);
  table.draw_initial(*spec_, seed_);
  set_cells(std::move(table));
  set_tracks();
  const Field field = cells_field(*spec_);
  std::vector<u32> cells;
  for (u64 replica = 0; replica < spec_->replicas; ++replica)
    for (const Slab& slab : slabs_of(field)) {
      cells.resize(slab.count);
      starts[replica].fill(slab, cells);
      engine_->write({replica * field.values() + slab.first, slab.count}, cells);
    }
  engine_->count_cells();
  for (u32 number = 0; number < spec_->fields.fields.size(); ++number) begin_field(number);
}

u64 TissueState::advance(u64 at_most) {
  restored_ = {};
  const u64 steps_made = engine_->advance(time_, at_most);
  engine_->finish();
  time_ += steps_made;
  if (spec_->life.divides()) follow_growth();
  return steps_made;
}

std::vector<u64> TissueState::accepted() const {
  std::vector<u64> accepted = engine_->accepted();
  for (u64 i = 0; i < accepted.size(); ++i) accepted[i] += accepted_before_[i];
  return accepted;
}

std::vector<Hash> TissueState::hashes() const {
  std::vector<Hash> hashes = engine_->hashes();
  const std::vector<u64> copies = accepted();
  const std::vector<Hash> of_fields =
      engine_->fields() ? engine_->fields()->hashes() : std::vector<Hash>(hashes.size());
  for (u64 replica = 0; replica < hashes.size(); ++replica) {
    hashes[replica] += of_fields[replica];
    hashes[replica] += engine_->cells().hash(replica);
    hashes[replica].value += hash_term(2, 0, copies[replica]);
  }
  return hashes;  // places of cells in earlier tables are not part of the state
}

std::vector<StateField> TissueState::fields() const {
  return state_fields(*spec_, columns_, cells_, dead_words());
}

void TissueState::read(const Field& field, Slab slab, std::span<std::byte> values) {
  if (field.name == "accepted") accepted_list_ = accepted();
  if (field.name == "parallel_sub_steps") parallel_order_ = parallel_order_at(time_);
  if (field.name == "dead_cells") dead_cells_ = saved_dead_cells();
  const std::span words{reinterpret_cast<u32*>(values.data()), values.size() / sizeof(u32)};
  if (field.name == "cell") return engine_->read(slab, words);
  if (field.name == "gained") return engine_->read_gains(slab, words);
  if (const auto number = field_number(field.name))
    return engine_->fields()->read(*number, slab,
                                   {reinterpret_cast<f64*>(values.data()), values.size() / sizeof(f64)});
  if (field.name == "field_clamped") clamped_ = engine_->fields()->clamped();
  const CellTable& cells = engine_->cells();
  const std::size_t column = cells.place(field.name);
  const std::span<const std::byte> list =
      column < columns_.size() ? cells.bytes(column) : list_called(field.name);
  std::ranges::copy(list.subspan(slab.first * size_of(field.type), values.size()), values.begin());
}

void TissueState::begin_restore(const std::vector<Field>& coming) {
  restored_fields_.clear();
  for (const Field& field : coming) {
    restored_fields_.insert(field.name);
    if (field.name == "dead_cells") dead_cells_.assign(field.extent.x * spec_->replicas, 0);
    if (field.name == "type") {
      cells_ = field.extent.x;
      restored_ = CellTable(*spec_, cells_);
      set_tracks();
      clamped_.assign(2 * spec_->fields.fields.size() * spec_->replicas, 0);
    }
  }
}

// Types are restored before sites, in the order of fields().
void TissueState::restore(const Field& field, Slab slab, std::span<const std::byte> values) {
  if (field.name == "cell") {
    if (slab.first == 0) set_cells(restored_);
    const std::span cells{reinterpret_cast<const u32*>(values.data()), slab.count};
    for (const u32 cell : cells)
      if (cell >= cells_)
        throw StateError(fmt::format("a site holds cell {}, but there are only {} cells", cell, cells_));
    return engine_->write(slab, cells);
  }
  if (field.name == "gained")
    return engine_->write_gains(slab, {reinterpret_cast<const u32*>(values.data()), slab.count});
  if (const auto number = field_number(field.name)) return restore_field(*number, slab, values);
  const std::size_t column = restored_.place(field.name);
  const auto list = column < columns_.size() ? restored_.bytes(column) : list_called(field.name);
  if (slab.first * size_of(field.type) + values.size() > list.size())
    throw StateError(fmt::format("the field '{}' has more values than there are cells", field.name));
  std::ranges::copy(values, list.begin() + static_cast<std::ptrdiff_t>(slab.first * size_of(field.type)));
}

void TissueState::end_restore(u64 time) {
  restore_columns(time);
  engine_->count_cells();
  time_ = time;
  if (time == 0 && engine_->lineage()) *engine_->lineage() = LineageLog(spec_->replicas);
  if (time > 0 && restored_fields_.contains("dead_cells")) engine_->lineage()->restore(dead_cells_);
  if (time > 0 && spec_->order == UpdateOrder::Parallel) check_order(time);
  restore_copies(time);
  if (time == 0 && restored_fields_.contains("gained")) clear_gains();
  if (engine_->fields()) end_restore_of_fields(time);
}

void TissueState::check_order(u64 time) const {
  if (parallel_order_ != parallel_order_at(time))
    throw StateError(fmt::format(
        "{} {} made until step {}, with regions of side {} in {}; this model makes {}, with side {} in {}",
        counted(parallel_order_[0], "sub-step"), parallel_order_[0] == 1 ? "was" : "were", time,
        parallel_order_[1], counted(parallel_order_[2], "turn"), order_.sub_steps(time), order_.side,
        counted(order_.turns, "turn")));
}

// The engine itself has made none of the copies that were restored. After a start from another run's state,
// all copies are counted anew.
void TissueState::restore_copies(u64 time) {
  const std::vector<u64> engine_accepted = engine_->accepted();
  if (time == 0 && is_of_later_step()) set_tracks();
  for (u64 i = 0; i < engine_accepted.size(); ++i)
    accepted_before_[i] = accepted_list_[i] - engine_accepted[i];
}

std::vector<std::uint64_t> TissueState::list_lengths() const {
  return spec_->life.empty() ? std::vector<std::uint64_t>() : std::vector{cells_, dead_words()};
}

void TissueState::lengthen_lists(std::span<const std::uint64_t> lengths) {
  if (lengths.empty()) return;
  if (lengths[0] > cells_) engine_->grow(lengths[0]);
  follow_growth();
  least_dead_words_ = lengths[1];
}

u64 TissueState::dead_words() const {
  const bool has_list = spec_->has_lineage && engine_->lineage();
  return has_list ? std::max(least_dead_words_, engine_->lineage()->words()) : 0;
}

std::vector<u32> TissueState::saved_dead_cells() const {
  const std::vector<u32> saved = engine_->lineage()->saved();
  const u64 saved_words = saved.size() / spec_->replicas, needed_words = dead_words();
  std::vector<u32> lengthened(needed_words * spec_->replicas);
  for (u64 replica = 0; replica < spec_->replicas; ++replica)
    std::copy_n(&saved[replica * saved_words], saved_words, &lengthened[replica * needed_words]);
  return lengthened;
}

std::optional<u32> TissueState::field_number(const std::string& name) const {
  return engine_->fields() ? engine_->fields()->number_of(name) : std::nullopt;
}

// Sets a field to its initial values, in all replicas.
void TissueState::begin_field(u32 number) {
  const Field field = in_batch(*spec_, field_of_state(*spec_, spec_->fields.fields[number]));
  ThreadPool threads(hardware_threads());
  std::vector<f64> values;
  for (const Slab& slab : slabs_of(field)) {
    values.resize(slab.count);
    SitesRead sites(*spec_, *engine_, slab);
    fill_initial(fields_of(*spec_), number, seed_, spec_->first_replica, sites, slab, values, threads);
    engine_->fields()->write(number, slab, values);
  }
}

void TissueState::restore_field(u32 number, Slab slab, std::span<const std::byte> values) {
  const std::span reals{reinterpret_cast<const f64*>(values.data()), slab.count};
  const fields::FieldSpec& field = spec_->fields.fields[number];
  for (const f64 value : reals)
    if (!is_finite_f64(value) || (value < 0 && !field.is_signed))
      throw StateError(fmt::format("the field '{}' holds {}, which must be {}", field.name, value,
                                   field.is_signed ? "finite" : "finite and at least 0"));
  engine_->fields()->write(number, slab, reals);
}

// Fields that were not saved begin as in an initial state.
void TissueState::end_restore_of_fields(u64 time) {
  for (u32 number = 0; number < spec_->fields.fields.size(); ++number)
    if (!restored_fields_.contains(spec_->fields.fields[number].name)) begin_field(number);
  if (time == 0 || !restored_fields_.contains("field_clamped"))
    clamped_.assign(2 * spec_->fields.fields.size() * spec_->replicas, 0);
  engine_->fields()->set_clamped(clamped_);
}

// Adapts to the size of the table of cells, which grows when cells divide.
void TissueState::follow_growth() {
  const u64 cells = engine_->cells().cells();
  if (cells == cells_) return;
  tables_.grow_to(cells);
  cells_ = cells;
}

void TissueState::set_tracks() {
  tables_.begin(cells_);
  accepted_list_.assign(spec_->replicas, 0);
}

void TissueState::set_cells(CellTable cells) {
  const auto wrong =
      std::ranges::find_if(cells.types(), [&](u8 type) { return type >= spec_->types.size(); });
  if (wrong != cells.types().end())
    throw StateError(fmt::format("a cell is of type {}, and this model has {}", *wrong, spec_->types.size()));
  for (u64 replica = 0; replica < spec_->replicas; ++replica)
    if (const u8 type = cells.types(replica)[0]; type != 0)
      throw StateError(
          fmt::format("cell 0 has type {}, but it stands for the medium, which is type 0", type));
  cells_ = cells.cells();
  if (const u64 most_cells = SiteWords(energies_.types).most_cells(); cells_ > most_cells)
    throw Error(fmt::format("a tissue with {} types can have at most {} cells; this state has {}",
                            spec_->types.size(), most_cells - 1, cells_ - 1));
  engine_->set_cells(std::move(cells));
}

// Steps of gain that come from another run would refer to the steps of that run.
void TissueState::clear_gains() {
  const std::vector<u32> none(slab_bytes / sizeof(u32));
  for (const Slab& slab : slabs_of(in_batch(*spec_, gained_field(*spec_))))
    engine_->write_gains(slab, std::span(none).first(slab.count));
}

// Does the restored state come from a step after step 0, as its numbers of copies or its tables show?
bool TissueState::is_of_later_step() const {
  return std::ranges::any_of(accepted_list_, [](u64 copies) { return copies != 0; }) ||
         tables_.is_of_later_step();
}

// Columns that were not saved, or that another run does not provide, begin as in an initial state.
void TissueState::begin_column(std::size_t column) {
  restored_.begin(*spec_, column);
  const std::string& name = columns_[column].name;
  if (std::ranges::count(spec_->properties.properties, name, &Property::name) > 0)
    restored_.draw_initial(*spec_, seed_, column);
}

void TissueState::check_life_columns(u64 time) const {
  if (time == 0 || spec_->life.empty()) return;
  for (const char* name : columns_of_life)
    if (std::ranges::count(columns_, name, &Column::name) > 0 && !restored_fields_.contains(name))
      throw StateError(message_of_late_column(name));
}

void TissueState::restore_columns(u64 time) {
  check_life_columns(time);
  for (std::size_t column = 1; column < columns_.size(); ++column)
    if (!restored_fields_.contains(columns_[column].name) || (time == 0 && !columns_[column].from_run))
      begin_column(column);
  if (!spec_->life.empty()) fit_targets(*spec_, restored_);
  if (columns_.size() > 1) engine_->set_cells(restored_);
}

std::array<u64, 3> TissueState::parallel_order_at(u64 time) const {
  return {order_.sub_steps(time), order_.side, order_.turns};
}

// Numbers of the state that are kept beside the sites.
std::span<std::byte> TissueState::list_called(const std::string& name) {
  if (name == "accepted") return std::as_writable_bytes(std::span(accepted_list_));
  if (name == "parallel_sub_steps") return std::as_writable_bytes(std::span(parallel_order_));
  if (name == "field_clamped") return std::as_writable_bytes(std::span(clamped_));
  if (name == "centroid") return std::as_writable_bytes(tables_.centroids());
  if (name == "path") return std::as_writable_bytes(tables_.paths());
  if (name == "path_time") return std::as_writable_bytes(tables_.path_times());
  if (name == "dead_cells") return std::as_writable_bytes(std::span(dead_cells_));
  assert(name == "centroid_time");
  return std::as_writable_bytes(tables_.centroid_times());
}

}  // namespace morula::potts
