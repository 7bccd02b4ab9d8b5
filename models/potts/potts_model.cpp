// Joins the engines of the cellular Potts model to the interface of models.
#include "models/potts/potts_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/batch_hash.h"
#include "models/fields/field_columns.h"
#include "models/growing_lists.h"
#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/cell_views.h"
#include "models/potts/observe/field_views.h"
#include "models/potts/terms/level_rule.h"
#include "models/potts/tissue_state.h"

namespace morula::potts {
namespace {

class PottsModel final : public Model, public GrowingLists {
 public:
  PottsModel(std::shared_ptr<const PottsSpec> spec, u64 seed, std::optional<u64> table_every,
             std::unique_ptr<PottsEngine> engine)
      : spec_(spec), state_(std::move(spec), seed, table_every, std::move(engine)) {}

  void begin() { state_.begin(); }

  std::uint64_t step(std::uint64_t at_most) override { return state_.advance(at_most); }
  std::uint64_t time() const override { return state_.time(); }
  std::uint64_t updates() const override { return state_.attempts() * spec_->replicas; }
  std::string unit() const override { return "attempts"; }

  std::vector<std::string> columns() const override { return cell_columns(*spec_); }
  Sums sums(const Sums& so_far) override {
    Sums all_sums;
    if (!so_far.empty()) return all_sums;
    const std::vector<u64> copies = state_.accepted();
    for (u64 replica = 0; replica < spec_->replicas; ++replica) {
      const Sums sums = cell_sums(state_.energies(), copies[replica], engine().contacts(replica),
                                  engine().numbers(replica), engine().cells(), replica);
      all_sums.insert(all_sums.end(), sums.begin(), sums.end());
    }
    for (u64 replica = 0; engine().fields() && replica < spec_->replicas; ++replica) {
      const Sums words = fields::field_words(*engine().fields(), replica);
      all_sums.insert(all_sums.end(), words.begin(), words.end());
    }
    return all_sums;
  }
  std::vector<Row> rows(const Sums& totals) const override {
    std::vector<Row> rows = cell_rows(*spec_, state_.energies(), state_.attempts(), totals);
    const std::size_t words_of_replica = fields::field_words_count(spec_->fields);
    for (std::size_t replica = 0; words_of_replica > 0 && replica < rows.size(); ++replica)
      fields::add_field_columns(
          spec_->fields,
          std::span(totals).last((rows.size() - replica) * words_of_replica).first(words_of_replica),
          rows[replica]);
    return rows;
  }

  std::vector<StateField> fields() const override { return state_.fields(); }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (const auto shown = shown_field(*spec_, field.name)) {
      const std::span whole{reinterpret_cast<u64*>(values.data()), values.size() / sizeof(u64)};
      return read_shown(*spec_, engine(), *shown, shown_limits(*shown), slab, whole);
    }
    if (field.name == "activity")
      return read_activity(*spec_, engine(), state_.time(), slab,
                           {reinterpret_cast<u32*>(values.data()), values.size() / sizeof(u32)});
    state_.read(field, slab, values);
  }

  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    return field.name == "cell" && engine().read_on_device(slab, sink);
  }

  void begin_restore(const std::vector<Field>& coming) override { state_.begin_restore(coming); }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    state_.restore(field, slab, values);
  }
  void end_restore(std::uint64_t time, std::uint64_t) override { state_.end_restore(time); }

  Hash hash() override {
    const std::vector<Hash> hashes = state_.hashes();
    return hashes.size() == 1 ? hashes.front() : hash_of_batch(hashes, spec_->first_replica);
  }
  std::vector<Hash> replica_hashes() override {
    return spec_->replicas == 1 ? std::vector<Hash>() : state_.hashes();
  }

  // Chemotaxis has no effect if its levels differ by less than one unit from site to site on average.
  std::vector<std::string> remarks() override {
    std::vector<std::string> lost;
    if (const std::string obstacle = engine().obstacle(); !obstacle.empty()) lost.push_back(obstacle);
    if (engine().fields())
      for (const std::string& cut : fields::remarks_on_cuts(*engine().fields()))
        lost.push_back("potts." + cut);
    const Extent& side = spec_->lattice.global;
    for (const SiteLevel& level : state_.energies().levels) {
      const fields::FieldTotals totals = engine().fields()->totals(0)[level.field];
      const double range = std::abs(level.amount * (response_to(totals.greatest, level.response, level.half) -
                                                    response_to(totals.least, level.response, level.half)));
      if (range > 0 && range < static_cast<double>(std::max({side.x, side.y, side.z})))
        lost.push_back(
            fmt::format("{}: gradients of '{}' are lost in rounding: over the whole lattice, strength times "
                        "response differs by "
                        "{:.3g} units of 1/{} of energy; write a larger strength, or a lower temperature",
                        level.key, spec_->fields.fields[level.field].name, range, state_.energies().scale));
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
    return cell_classes(view, engine(), *spec_, state_.energies());
  }
  NumberOf numbers(const View& view) override {
    return cell_column(view, engine(), *spec_, state_.energies());
  }
  std::optional<LevelLimits> level_limits(const View& view) override {
    if (const auto shown = shown_field(*spec_, view.field.name)) return shown_limits(*shown);
    return column_limits(view, engine(), *spec_, state_.energies());
  }
  std::vector<Table> tables() const override { return state_.tables().tables(); }
  void read_table(const Table& table, const RowSink& sink) override {
    state_.tables().read(table, engine(), state_.time(), sink);
  }

  std::vector<std::uint64_t> list_lengths() const override { return state_.list_lengths(); }
  void lengthen_lists(std::span<const std::uint64_t> lengths) override { state_.lengthen_lists(lengths); }

 private:
  PottsEngine& engine() const { return state_.engine(); }

  // The lowest and the highest value of the first replica, which pictures show.
  LevelLimits shown_limits(u32 number) {
    if (!shown_limits_ || shown_ != number) {
      const fields::FieldTotals totals = engine().fields()->totals(0)[number];
      shown_limits_ = LevelLimits{totals.least, totals.greatest};
      shown_ = number;
    }
    return *shown_limits_;
  }

  std::shared_ptr<const PottsSpec> spec_;
  TissueState state_;
  std::optional<LevelLimits> shown_limits_;  // limits of the field that a picture shows
  u32 shown_ = 0;
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
