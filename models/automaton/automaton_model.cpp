// Makes the automaton's engines a Model.
#include "models/automaton/automaton_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/counted.h"
#include "models/automaton/automaton_changes.h"
#include "models/automaton/automaton_engine.h"
#include "models/automaton/formula/formula_engine.h"
#include "models/automaton/initial/initial_states.h"
#include "models/automaton/observe/automaton_figure.h"
#include "models/automaton/observe/automaton_views.h"
#include "models/automaton/observe/tissue_series.h"
#include "models/picture/value_range.h"
#include "models/state_check.h"
#include "models/visit_sites.h"

namespace morula {
namespace {

const AutomatonSpec& automaton_of(const Spec& spec) {
  return dynamic_cast<const AutomatonSpec&>(*spec.section);
}

template <typename T>
std::span<T> values_of(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <typename T>
std::span<const T> values_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

class AutomatonModel final : public PartModel {
 public:
  AutomatonModel(std::shared_ptr<const AutomatonSpec> automaton, std::unique_ptr<AutomatonEngine> engine)
      : automaton_(std::move(automaton)), engine_(std::move(engine)) {}

  std::uint64_t step(std::uint64_t at_most) override {
    for (std::uint64_t done = 0; done < at_most;) {
      if (automaton_->tissue) stimulate();
      std::uint64_t batch = std::min(at_most - done, steps_undisturbed());
      if (ranks_) batch = ranks_->updates(batch);
      if (is_evaluated(*automaton_)) engine_->begin({time_, totals()});
      if (Halos* const spent = ranks_ ? ranks_->take_spent_halos() : nullptr)
        engine_->step_and_exchange(batch, *spent);
      else
        engine_->step(batch);
      done += batch;
      time_ += batch;
      if (keeps_activation_times()) engine_->mark_activation(activation_time_now());
    }
    engine_->finish();
    if (is_evaluated(*automaton_) && automaton_->formulas->program.can_fail()) {
      std::optional<RuleFailure> failure = engine_->failure();
      if (failure) ++failure->step;  // messages count steps from 1, rules from 0
      end_run_on_failure(failure, lattice(), ranks_ ? &ranks_->communicator() : nullptr);
    }
    return at_most;
  }
  // Cells that have just been activated in the initial state count as activated at time 0.
  void mark_initial_activation() {
    if (keeps_activation_times()) engine_->mark_activation(activation_time_now());
  }
  std::uint64_t time() const override { return time_; }
  std::uint64_t updates() const override { return time_ * lattice().global.sites(); }
  std::string unit() const override { return "cells"; }

  std::vector<std::string> columns() const override {
    if (automaton_->tissue) return tissue_columns(*automaton_->tissue);
    return count_columns(*automaton_);
  }
  Sums sums(const Sums& so_far) override {
    if (!so_far.empty()) return {};
    Sums counts = engine_->count_states(owned());
    if (automaton_->tissue) add_path_sums(*automaton_->tissue, lattice(), *engine_, counts);
    return counts;
  }
  std::vector<Row> rows(const Sums& totals) const override {
    if (!automaton_->tissue) return {Row(totals.begin(), totals.end())};
    rows_of_two_waves_ += compares_two_waves(*automaton_->tissue, totals, states()) ? 1 : 0;
    return {tissue_row(*automaton_->tissue, totals, states(), time_)};
  }
  std::vector<std::string> remarks() override {
    if (rows_of_two_waves_ == 0) return {};
    return {fmt::format(
        "velocity is empty in {} of the series: a wave reached the second site sooner after the first "
        "than any wave can, so these were two different waves; choose sites that are closer together",
        counted(rows_of_two_waves_, "row"))};
  }

  std::vector<View> views() const override { return automaton_views(*automaton_); }
  std::optional<ShownRange> shown_range(const View& view) override {
    if (view.name != activation_view) return std::nullopt;
    if (const auto range = device_range_.of(*this, view.field))
      return range->greatest == 0 ? ShownRange{} : ShownRange{range->least, range->greatest};
    ShownRange times;
    visit_layers(*this, view.field, lattice().first_owned, lattice().layers_of(lattice().owned),
                 [&](const Site&, std::uint64_t time) {
                   if (time != 0) times.add({time, time});
                 });
    return times;
  }
  ClassOf classes_in(const View&, const ShownRange& times) const override {
    return activation_levels(times.least, times.greatest);
  }

  // The field holds the step of the activation plus one.
  std::optional<LevelLimits> limits_in(const View&, const ShownRange& times) const override {
    if (times.greatest == 0) return std::nullopt;
    return LevelLimits{static_cast<double>(times.least - 1), static_cast<double>(times.greatest - 1)};
  }

  std::vector<StateField> fields() const override {
    std::vector<StateField> state_fields = {{states_field(lattice())}};
    if (keeps_activation_times())
      state_fields.push_back(
          {activation_field(lattice()), false, true,
           "one more than the step at which a cell was last activated; 0 where it never was"});
    return state_fields;
  }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.name == "state") return engine_->read(in_memory(slab), values_of<u8>(values));
    engine_->read_activation_times(in_memory(slab), values_of<u32>(values));
  }
  std::span<const std::byte> in_place(const Field& field) const override {
    const bool is_there = field.name == "state" && lattice().is_whole();
    return is_there ? std::as_bytes(engine_->in_place()) : std::span<const std::byte>();
  }
  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    if (!lattice().is_whole()) return false;
    return field.name == "state" ? engine_->read_on_device(slab, sink)
                                 : engine_->read_activation_on_device(slab, sink);
  }

  void check(const Field& field, std::span<const std::byte> values) const override {
    if (field.name != "state") return;
    if (const auto state = first_state_beyond(values, states()))
      throw StateError(fmt::format("a state of this automaton is at most {}, not {}", states() - 1, *state));
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.name != "state")
      return engine_->write_activation_times(in_memory(slab), values_of<u32>(values));
    engine_->write(in_memory(slab), values_of<u8>(values));
  }

  void end_restore(std::uint64_t time, std::uint64_t) override { time_ = time; }

  Hash hash() override {
    Hash hash = engine_->hash(owned(), lattice().first_canonical());
    if (keeps_activation_times())
      hash += engine_->hash_activation_times(owned(), lattice().first_canonical());
    return hash;
  }

  void join(OtherRanks& ranks) override { ranks_ = &ranks; }
  std::uint64_t layer_bytes() const override { return engine_->layer_bytes(); }
  void read_layers(Index first, std::span<std::byte> layers) override { engine_->read_layers(first, layers); }
  void end_reading() override { engine_->end_reading(); }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    engine_->write_layers(first, layers);
  }
  void end_writing() override { engine_->end_writing(); }

 private:
  const Lattice& lattice() const { return automaton_->lattice; }
  // The cells that this rank owns, and a canonical slab, both as indices of the engine.
  Slab owned() const { return {lattice().first_in_memory(), lattice().owned.sites()}; }
  Slab in_memory(Slab slab) const {
    return {slab.first - lattice().first_canonical() + lattice().first_in_memory(), slab.count};
  }
  unsigned states() const { return automaton_->transitions.states(); }
  bool keeps_activation_times() const {
    return automaton_->tissue && automaton_->tissue->keeps_activation_times;
  }
  u32 activation_time_now() const {
    assert(time_ <= last_activation_time);  // larger values were refused when the model file was read
    return static_cast<u32>(time_ + 1);
  }

  // Applies the stimuli that are due now, before the next step.
  void stimulate() {
    bool any = false;
    for (const Stimulus& stimulus : automaton_->tissue->stimuli)
      if (stimulus.is_due(time_)) {
        for (const Shape& shape : stored_shapes(stimulus.shape, lattice())) engine_->excite(shape);
        any = true;
      }
    if (any && keeps_activation_times()) engine_->mark_activation(activation_time_now());
  }

  // The number of sites in each state, if the rule asks for it.
  Sums totals() {
    if (!automaton_->formulas->has_totals()) return {};
    Sums counts = engine_->count_states(owned());
    if (ranks_) ranks_->communicator().sum(counts);
    return counts;
  }

  // Number of steps until the next stimulus; 1 if activation times are kept or totals are needed.
  std::uint64_t steps_undisturbed() const {
    const bool one_at_a_time =
        keeps_activation_times() || (is_evaluated(*automaton_) && automaton_->formulas->has_totals());
    std::uint64_t steps = one_at_a_time ? 1 : ~std::uint64_t{0};
    if (!automaton_->tissue) return steps;
    for (const Stimulus& stimulus : automaton_->tissue->stimuli)
      if (const auto next = stimulus.next_from(time_ + 1)) steps = std::min(steps, *next - time_);
    return steps;
  }

  std::shared_ptr<const AutomatonSpec> automaton_;
  std::unique_ptr<AutomatonEngine> engine_;
  OtherRanks* ranks_ = nullptr;  // null unless the lattice is divided among ranks
  std::uint64_t time_ = 0;
  DeviceRange device_range_;                     // finds the range of activation times
  mutable std::uint64_t rows_of_two_waves_ = 0;  // rows in which the velocity was left empty
};

// Initial states of tissue are phases, counted from resting. The region of a site decides which state a phase
// is.
void lay_out_tissue(const AutomatonSpec& automaton, Slab slab, std::span<u8> states, ThreadPool& threads) {
  threads.for_ranges(slab.count, [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i)
      states[i] = automaton.tissue->state_at(automaton.lattice.site_at(slab.first + i), states[i]);
  });
}

// If all initial states are random, an engine may draw them itself.
bool is_all_random(const AutomatonSpec& automaton) {
  const InitialSpec& initial = automaton.initial;
  return initial.random && initial.random->box.extent == automaton.lattice.global && initial.placed.empty() &&
         !automaton.tissue;
}

std::unique_ptr<PartModel> make_automaton(const Spec& spec, const Backend& backend, Start start) {
  const auto automaton = std::dynamic_pointer_cast<const AutomatonSpec>(spec.section);
  assert(automaton);
  const Lattice& lattice = automaton->lattice;
  auto engine = make_engine(*automaton, backend, spec.seed);
  const bool is_filled =
      start != Start::Blank && is_all_random(*automaton) &&
      engine->fill_random(stream(spec.seed, Purpose::InitialState, automaton->replica),
                          automaton->initial.random->states,
                          {lattice.first_in_memory(), lattice.owned.sites()}, lattice.first_canonical());
  auto model = std::make_unique<AutomatonModel>(automaton, std::move(engine));
  if (start == Start::Blank || is_filled) return model;
  const Field field = model->fields().front();
  Field owned = field;
  owned.extent = lattice.owned;
  std::vector<u8> states;
  for (Slab slab : slabs_of(owned)) {
    slab.first += lattice.first_canonical();
    states.resize(slab.count);
    fill_initial(automaton->initial, automaton->lattice,
                 stream(spec.seed, Purpose::InitialState, automaton->replica), slab, states,
                 *backend.threads);
    if (automaton->tissue) lay_out_tissue(*automaton, slab, states, *backend.threads);
    model->restore(field, slab, std::as_bytes(std::span(states)));
  }
  model->mark_initial_activation();
  return model;
}

std::uint64_t activation_bytes(const AutomatonSpec& automaton) {
  const bool kept = automaton.tissue && automaton.tissue->keeps_activation_times;
  return kept ? automaton.lattice.stored.sites() * sizeof(u32) : 0;
}

Footprint formula_footprint(const AutomatonSpec& automaton, const Backend& backend, std::uint64_t saving) {
  if (backend.kind == BackendKind::Cpu) return {formula_cpu_bytes(automaton) + saving, 0, 0};
  return {slab_bytes + saving, formula_gpu_bytes(automaton), automaton.lattice.stored.sites()};
}

Footprint automaton_footprint(const Spec& spec, const Backend& backend) {
  const AutomatonSpec& automaton = automaton_of(spec);
  const std::uint64_t activation_times = activation_bytes(automaton);
  constexpr std::uint64_t saving = 2 * slab_bytes;  // a slab and its compressed copy
  if (is_evaluated(automaton)) return formula_footprint(automaton, backend, saving);
  const bool bitplane = is_bitplane(automaton);
  if (backend.kind == BackendKind::Cpu)
    return {
        (bitplane ? bitplane_cpu_bytes(automaton) : plain_cpu_bytes(automaton)) + activation_times + saving,
        0, 0};
  const std::uint64_t device = bitplane ? bitplane_gpu_bytes(automaton) : plain_gpu_bytes(automaton);
  const std::uint64_t largest =
      bitplane ? bitplane_gpu_largest_buffer(automaton) : automaton.lattice.stored.sites();
  return {slab_bytes + saving, device + activation_times, std::max(largest, activation_times)};
}

std::vector<gpu::Source> automaton_sources(const Spec& spec) {
  const AutomatonSpec& automaton = automaton_of(spec);
  if (is_evaluated(automaton)) return {formula_source(automaton, automaton.lattice)};
  return is_bitplane(automaton) ? bitplane_sources(automaton) : std::vector{plain_source(automaton)};
}

Divisibility automaton_divisibility(const Spec& spec) {
  const AutomatonSpec& automaton = automaton_of(spec);
  // The bit-plane engines take several steps at once in 2D.
  constexpr Index usual_pass = 8;
  const bool has_passes = is_bitplane(automaton) && automaton.lattice.dimensions == 2;
  return {.spoiled = static_cast<Index>(automaton.neighbourhood.range),
          .pass = has_passes ? usual_pass : 1,
          .overlaps = true};
}

Spec automaton_part(const Spec& spec, const Lattice& part) {
  auto automaton = std::make_shared<AutomatonSpec>(automaton_of(spec));
  automaton->lattice = part;
  Spec of_part = spec;
  of_part.lattice = part;
  of_part.section = std::move(automaton);
  return of_part;
}

Spec automaton_replica(const Spec& spec, std::uint64_t replica) {
  auto automaton = std::make_shared<AutomatonSpec>(automaton_of(spec));
  automaton->replica = replica;
  Spec of_replica = spec;
  of_replica.replicas = Replicas{1, replica};
  of_replica.section = std::move(automaton);
  return of_replica;
}

}  // namespace

Family automaton_family() {
  return {.name = "automaton",
          .keys = {"steps", "lattice", "automaton", "initial", "replicas", "first_replica", "replica"},
          .read = read_automaton,
          .footprint = automaton_footprint,
          .make = make_automaton,
          .sources = automaton_sources,
          .of_replica = automaton_replica,
          .computes_batches = false,
          .changeable = automaton_changeable(),
          .division = Division{automaton_divisibility, automaton_part, make_automaton}};
}

}  // namespace morula
