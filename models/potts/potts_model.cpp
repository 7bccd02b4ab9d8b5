// Joins the engines of the cellular Potts model to the interface of models.
#include "models/potts/potts_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "core/batch_hash.h"
#include "core/counted.h"
#include "core/error.h"
#include "models/fields/field_columns.h"
#include "models/fields/field_rule.h"
#include "models/fields/initial_values.h"
#include "models/growing_lists.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/initial/starting_cells.h"
#include "models/potts/life/life_stepper.h"
#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/cell_table.h"
#include "models/potts/observe/cell_views.h"
#include "models/potts/observe/field_views.h"
#include "models/potts/observe/state_fields.h"
#include "models/potts/observe/tissue_tables.h"
#include "models/potts/order/order_of_steps.h"
#include "models/potts/terms/level_rule.h"

namespace morula::potts {
namespace {

class PottsModel final : public Model, public GrowingLists {
 public:
  PottsModel(std::shared_ptr<const PottsSpec> spec, u64 seed, std::optional<u64> table_every,
             std::unique_ptr<PottsEngine> engine)
      : spec_(std::move(spec)),
        seed_(seed),
        energies_(fixed_point(*spec_)),
        order_(*spec_),
        engine_(std::move(engine)),
        columns_(set_columns(*spec_)),
        tables_(spec_, energies_, table_every),
        accepted_before_(spec_->replicas) {}

  void begin() {
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

  std::uint64_t step(std::uint64_t at_most) override {
    restored_ = {};
    const u64 steps_made = engine_->advance(time_, at_most);
    engine_->finish();
    time_ += steps_made;
    if (spec_->life.divides()) follow_growth();
    return steps_made;
  }
  std::uint64_t time() const override { return time_; }
  std::uint64_t updates() const override { return attempts() * spec_->replicas; }
  std::string unit() const override { return "attempts"; }

  std::vector<std::string> columns() const override { return cell_columns(*spec_); }
  Sums sums(const Sums& so_far) override {
    Sums all_sums;
    if (!so_far.empty()) return all_sums;
    const std::vector<u64> copies = accepted();
    for (u64 replica = 0; replica < spec_->replicas; ++replica) {
      const Sums sums = cell_sums(energies_, copies[replica], engine_->contacts(replica),
                                  engine_->numbers(replica), engine_->cells(), replica);
      all_sums.insert(all_sums.end(), sums.begin(), sums.end());
    }
    for (u64 replica = 0; engine_->fields() && replica < spec_->replicas; ++replica) {
      const Sums words = fields::field_words(*engine_->fields(), replica);
      all_sums.insert(all_sums.end(), words.begin(), words.end());
    }
    return all_sums;
  }
  std::vector<Row> rows(const Sums& totals) const override {
    std::vector<Row> rows = cell_rows(*spec_, energies_, attempts(), totals);
    const std::size_t words_of_replica = fields::field_words_count(spec_->fields);
    for (std::size_t replica = 0; words_of_replica > 0 && replica < rows.size(); ++replica)
      fields::add_field_columns(
          spec_->fields,
          std::span(totals).last((rows.size() - replica) * words_of_replica).first(words_of_replica),
          rows[replica]);
    return rows;
  }

  std::vector<StateField> fields() const override {
    return state_fields(*spec_, columns_, cells_, dead_words());
  }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.name == "accepted") accepted_list_ = accepted();
    if (field.name == "parallel_sub_steps") parallel_order_ = parallel_order_at(time_);
    if (field.name == "dead_cells") dead_cells_ = saved_dead_cells();
    const std::span words{reinterpret_cast<u32*>(values.data()), values.size() / sizeof(u32)};
    if (field.name == "cell") return engine_->read(slab, words);
    if (field.name == "gained") return engine_->read_gains(slab, words);
    if (const auto number = field_number(field.name))
      return engine_->fields()->read(*number, slab, reals_of(values));
    if (const auto shown = shown_field(*spec_, field.name))
      return read_shown(*spec_, *engine_, *shown, shown_limits(*shown), slab, wholes_of(values));
    if (field.name == "field_clamped") clamped_ = engine_->fields()->clamped();
    if (field.name == "activity") return read_activity(*spec_, *engine_, time_, slab, words);
    const CellTable& cells = engine_->cells();
    const std::size_t column = cells.place(field.name);
    const std::span<const std::byte> list =
        column < columns_.size() ? cells.bytes(column) : list_called(field.name);
    std::ranges::copy(list.subspan(slab.first * size_of(field.type), values.size()), values.begin());
  }

  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    return field.name == "cell" && engine_->read_on_device(slab, sink);
  }

  void begin_restore(const std::vector<Field>& coming) override {
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
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
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

  void end_restore(std::uint64_t time, std::uint64_t) override {
    restore_columns(time);
    engine_->count_cells();
    time_ = time;
    if (time == 0 && engine_->lineage()) *engine_->lineage() = LineageLog(spec_->replicas);
    if (time > 0 && restored_fields_.contains("dead_cells")) engine_->lineage()->restore(dead_cells_);
    if (time > 0 && spec_->order == UpdateOrder::Parallel && parallel_order_ != parallel_order_at(time))
      throw StateError(fmt::format(
          "{} {} made until step {}, with regions of side {} in {}; this model makes {}, with side {} in {}",
          counted(parallel_order_[0], "sub-step"), parallel_order_[0] == 1 ? "was" : "were", time,
          parallel_order_[1], counted(parallel_order_[2], "turn"), order_.sub_steps(time), order_.side,
          counted(order_.turns, "turn")));
    // The engine itself has made none of the copies that were restored. After a start from another run's
    // state, all copies are counted anew.
    const std::vector<u64> engine_accepted = engine_->accepted();
    if (time == 0 && is_of_later_step()) set_tracks();
    for (u64 i = 0; i < engine_accepted.size(); ++i)
      accepted_before_[i] = accepted_list_[i] - engine_accepted[i];
    if (time == 0 && restored_fields_.contains("gained")) clear_gains();
    if (engine_->fields()) end_restore_of_fields(time);
  }

  Hash hash() override {
    const std::vector<Hash> hashes = hash_each();
    return hashes.size() == 1 ? hashes.front() : hash_of_batch(hashes, spec_->first_replica);
  }
  std::vector<Hash> replica_hashes() override {
    return spec_->replicas == 1 ? std::vector<Hash>() : hash_each();
  }

  // Chemotaxis has no effect if its levels differ by less than one unit from site to site on average.
  std::vector<std::string> remarks() override {
    std::vector<std::string> lost;
    if (const std::string obstacle = engine_->obstacle(); !obstacle.empty()) lost.push_back(obstacle);
    if (engine_->fields())
      for (const std::string& cut : fields::remarks_on_cuts(*engine_->fields()))
        lost.push_back("potts." + cut);
    const Extent& side = spec_->lattice.global;
    for (const SiteLevel& level : energies_.levels) {
      const fields::FieldTotals totals = engine_->fields()->totals(0)[level.field];
      const double range = std::abs(level.amount * (response_to(totals.greatest, level.response, level.half) -
                                                    response_to(totals.least, level.response, level.half)));
      if (range > 0 && range < static_cast<double>(std::max({side.x, side.y, side.z})))
        lost.push_back(
            fmt::format("{}: gradients of '{}' are lost in rounding: over the whole lattice, strength times "
                        "response differs by "
                        "{:.3g} units of 1/{} of energy; write a larger strength, or a lower temperature",
                        level.key, spec_->fields.fields[level.field].name, range, energies_.scale));
    }
    return lost;
  }

  // A column that only a process could keep is shown only if the model file asks for it.
  std::vector<View> views() const override {
    std::vector<View> views = tissue_views(*spec_);
    const std::vector<Column> columns = table_columns(*spec_);
    for (View& view : views)
      if (is_kept(view.name) && std::ranges::count(columns, view.name, &Column::name) == 0)
        view.unavailable = fmt::format(
            "which is kept only for pictures: write output.frames: {{every: 100, of: {}}}", view.name);
    return views;
  }
  ClassOf classes(const View& view) override {
    if (const auto shown = shown_field(*spec_, view.field.name)) {
      shown_limits_.reset();  // the limits were those of another state
      return shown_classes();
    }
    return cell_classes(view, *engine_, *spec_, energies_);
  }
  NumberOf numbers(const View& view) override { return cell_column(view, *engine_, *spec_, energies_); }
  std::optional<LevelLimits> level_limits(const View& view) override {
    if (const auto shown = shown_field(*spec_, view.field.name)) return shown_limits(*shown);
    return column_limits(view, *engine_, *spec_, energies_);
  }
  std::vector<Table> tables() const override { return tables_.tables(); }
  void read_table(const Table& table, const RowSink& sink) override {
    tables_.read(table, *engine_, time_, sink);
  }

  std::vector<std::uint64_t> list_lengths() const override {
    return spec_->life.empty() ? std::vector<std::uint64_t>() : std::vector{cells_, dead_words()};
  }
  void lengthen_lists(std::span<const std::uint64_t> lengths) override {
    if (lengths.empty()) return;
    if (lengths[0] > cells_) engine_->grow(lengths[0]);
    follow_growth();
    least_dead_words_ = lengths[1];
  }

 private:
  // Number of words of a replica in the list of cells that have died.
  u64 dead_words() const {
    const bool has_list = spec_->has_lineage && engine_->lineage();
    return has_list ? std::max(least_dead_words_, engine_->lineage()->words()) : 0;
  }
  std::vector<u32> saved_dead_cells() {
    const std::vector<u32> saved = engine_->lineage()->saved();
    const u64 saved_words = saved.size() / spec_->replicas, needed_words = dead_words();
    std::vector<u32> lengthened(needed_words * spec_->replicas);
    for (u64 replica = 0; replica < spec_->replicas; ++replica)
      std::copy_n(&saved[replica * saved_words], saved_words, &lengthened[replica * needed_words]);
    return lengthened;
  }
  std::optional<u32> field_number(const std::string& name) const {
    return engine_->fields() ? engine_->fields()->number_of(name) : std::nullopt;
  }
  static std::span<f64> reals_of(std::span<std::byte> values) {
    return {reinterpret_cast<f64*>(values.data()), values.size() / sizeof(f64)};
  }
  static std::span<u64> wholes_of(std::span<std::byte> values) {
    return {reinterpret_cast<u64*>(values.data()), values.size() / sizeof(u64)};
  }
  // Sets a field to its initial values, in all replicas.
  void begin_field(u32 number) {
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
  void restore_field(u32 number, Slab slab, std::span<const std::byte> values) {
    const std::span reals{reinterpret_cast<const f64*>(values.data()), slab.count};
    const fields::FieldSpec& field = spec_->fields.fields[number];
    for (const f64 value : reals)
      if (!is_finite_f64(value) || (value < 0 && !field.is_signed))
        throw StateError(fmt::format("the field '{}' holds {}, which must be {}", field.name, value,
                                     field.is_signed ? "finite" : "finite and at least 0"));
    engine_->fields()->write(number, slab, reals);
  }
  // Fields that were not saved begin as in an initial state.
  void end_restore_of_fields(u64 time) {
    for (u32 number = 0; number < spec_->fields.fields.size(); ++number)
      if (!restored_fields_.contains(spec_->fields.fields[number].name)) begin_field(number);
    if (time == 0 || !restored_fields_.contains("field_clamped"))
      clamped_.assign(2 * spec_->fields.fields.size() * spec_->replicas, 0);
    engine_->fields()->set_clamped(clamped_);
  }
  // The lowest and the highest value of the first replica, which pictures show.
  LevelLimits shown_limits(u32 number) {
    if (!shown_limits_ || shown_ != number) {
      const fields::FieldTotals totals = engine_->fields()->totals(0)[number];
      shown_limits_ = LevelLimits{totals.least, totals.greatest};
      shown_ = number;
    }
    return *shown_limits_;
  }

  u64 attempts() const { return order_.attempts(time_); }
  std::vector<u64> accepted() {
    std::vector<u64> accepted = engine_->accepted();
    for (u64 i = 0; i < accepted.size(); ++i) accepted[i] += accepted_before_[i];
    return accepted;
  }
  // Adapts to the size of the table of cells, which grows when cells divide.
  void follow_growth() {
    const u64 cells = engine_->cells().cells();
    if (cells == cells_) return;
    tables_.grow_to(cells);
    cells_ = cells;
  }
  void set_tracks() {
    tables_.begin(cells_);
    accepted_list_.assign(spec_->replicas, 0);
  }
  void set_cells(CellTable cells) {
    const auto wrong =
        std::ranges::find_if(cells.types(), [&](u8 type) { return type >= spec_->types.size(); });
    if (wrong != cells.types().end())
      throw StateError(
          fmt::format("a cell is of type {}, and this model has {}", *wrong, spec_->types.size()));
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
  void clear_gains() {
    const std::vector<u32> none(slab_bytes / sizeof(u32));
    for (const Slab& slab : slabs_of(in_batch(*spec_, gained_field(*spec_))))
      engine_->write_gains(slab, std::span(none).first(slab.count));
  }
  // Does the restored state come from a step after step 0, as its numbers of copies or its tables show?
  bool is_of_later_step() {
    return std::ranges::any_of(accepted_list_, [](u64 copies) { return copies != 0; }) ||
           tables_.is_of_later_step();
  }
  // Columns that were not saved, or that another run does not provide, begin as in an initial state.
  void begin_column(std::size_t column) {
    restored_.begin(*spec_, column);
    const std::string& name = columns_[column].name;
    if (std::ranges::count(spec_->properties.properties, name, &Property::name) > 0)
      restored_.draw_initial(*spec_, seed_, column);
  }
  void check_life_columns(u64 time) const {
    if (time == 0 || spec_->life.empty()) return;
    for (const char* name : columns_of_life)
      if (std::ranges::count(columns_, name, &Column::name) > 0 && !restored_fields_.contains(name))
        throw StateError(message_of_late_column(name));
  }
  void restore_columns(u64 time) {
    check_life_columns(time);
    for (std::size_t column = 1; column < columns_.size(); ++column)
      if (!restored_fields_.contains(columns_[column].name) || (time == 0 && !columns_[column].from_run))
        begin_column(column);
    if (!spec_->life.empty()) fit_targets(*spec_, restored_);
    if (columns_.size() > 1) engine_->set_cells(restored_);
  }

  std::vector<Hash> hash_each() {
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

  std::array<u64, 3> parallel_order_at(u64 time) const {
    return {order_.sub_steps(time), order_.side, order_.turns};
  }

  // Numbers of the state that are kept beside the sites.
  std::span<std::byte> list_called(const std::string& name) {
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

  std::shared_ptr<const PottsSpec> spec_;
  u64 seed_;
  Energies energies_;
  OrderOfSteps order_;
  std::unique_ptr<PottsEngine> engine_;
  u64 cells_ = 0;                // of a replica, including the medium
  std::vector<Column> columns_;  // columns of kind Set
  TissueTables tables_;
  CellTable restored_;  // used while a state is restored
  std::set<std::string> restored_fields_;
  u64 least_dead_words_ = 0;                 // words that other replicas need
  std::vector<u32> dead_cells_;              // as a checkpoint holds them
  std::vector<u64> accepted_before_;         // copies made before those of the engine; wraps around
  std::vector<u64> accepted_list_;           // as a checkpoint holds them
  std::array<u64, 3> parallel_order_ = {};   // the same
  std::vector<u64> clamped_;                 // the same for fields
  std::optional<LevelLimits> shown_limits_;  // limits of the field that a picture shows
  u32 shown_ = 0;
  u64 time_ = 0;
};

}  // namespace

std::unique_ptr<Model> make_tissue(std::shared_ptr<const PottsSpec> spec, u64 seed,
                                   std::optional<u64> table_every, const Backend& backend, Start start) {
  assert(spec->lattice.is_whole());
  auto engine = make_engine(*spec, seed, backend);
  auto model = std::make_unique<PottsModel>(std::move(spec), seed, table_every, std::move(engine));
  if (start == Start::Initial) model->begin();
  return model;
}

}  // namespace morula::potts
