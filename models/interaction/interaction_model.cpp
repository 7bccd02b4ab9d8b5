// Makes the engines of competing species a Model.
#include "models/interaction/interaction_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/batch_hash.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/observe/observation_sums.h"
#include "models/interaction/observe/species_colours.h"
#include "models/interaction/observe/species_series.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/rates/rate_feedback.h"
#include "models/state_check.h"

namespace morula {
Field lattice_field(const InteractionSpec& interaction) {
  return {"state", ValueType::U8, interaction.lattice.global, interaction.lattice.dimensions};
}

Index spoiled_layers(const InteractionSpec& interaction) { return interaction.variant.needs_kin ? 2 : 1; }

namespace {

// A batch has an axis of replicas before those of the lattice.
Field states_field(const InteractionSpec& interaction) {
  Field field = lattice_field(interaction);
  if (interaction.replicas > 1) field.replicas = interaction.replicas;
  return field;
}

class InteractionModel final : public PartModel {
 public:
  InteractionModel(std::shared_ptr<const InteractionSpec> interaction,
                   std::unique_ptr<InteractionEngine> engine, std::shared_ptr<ThreadPool> threads,
                   std::uint64_t seed)
      : interaction_(std::move(interaction)),
        engine_(std::move(engine)),
        offset_keys_(replica_keys(*interaction_, seed, Purpose::InteractionOffset)),
        sums_(*interaction_, std::move(threads)),
        extinctions_(interaction_->replicas, interaction_->states()),
        fed_back_(*interaction_),
        frozen_(interaction_->replicas) {}

  std::uint64_t step(std::uint64_t at_most) override {
    std::uint64_t done = 0;
    watch();
    while (done < at_most && !is_over()) {
      if (interaction_->feedback && fed_back_.is_due(time_))
        fed_back_.renew(*engine_, count_states(), frozen_);
      const std::uint64_t batch = std::min(at_most - done, generations_undisturbed());
      take_generations(batch);
      done += batch;
      time_ += batch;
      watch();
    }
    engine_->finish();
    return done;
  }

  // Counts are collected during the steps. Steps stop early for everything else that must be observed.
  std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink) override {
    if (watches() || interaction_->feedback || !needs_counts_alone(*interaction_))
      return Model::step_summing(at_most, every, sink);
    const std::vector<u64> counts = engine_->step_counting(time_, at_most, every);
    const auto counts_per_generation =
        static_cast<std::ptrdiff_t>(interaction_->replicas * interaction_->states());
    u64 time = time_ / every * every;
    for (auto begin = counts.begin(); begin != counts.end(); begin += counts_per_generation)
      sink(time += every, Sums(begin, begin + counts_per_generation));
    engine_->finish();  // if no count was due, the steps may still be running
    time_ += at_most;
    return at_most;
  }
  std::uint64_t time() const override { return time_; }
  std::uint64_t updates() const override {
    return time_ * interaction_->lattice.global.sites() * interaction_->replicas;
  }
  std::string unit() const override { return "interactions"; }

  // Notes which species have died out and freezes the replicas that end with an extinction.
  void watch() {
    if (!watches()) return;
    extinctions_.note(time_, count_states());
    for (std::size_t replica = 0; interaction_->until_extinction && replica < frozen_.size(); ++replica)
      if (extinctions_.any(replica)) end_replica(replica);
  }
  void end_replica(std::size_t replica) override {
    if (frozen_[replica]) return;
    frozen_[replica] = true;
    engine_->freeze(replica);
  }

  std::vector<std::string> columns() const override { return series_columns(*interaction_); }
  Sums sums(const Sums& so_far) override { return sums_.next(*engine_, so_far); }
  std::vector<Row> rows(const Sums& totals) const override {
    return series_rows(*interaction_, totals, extinctions_);
  }

  std::vector<View> views() const override { return interaction_views(*interaction_); }
  std::vector<StateField> fields() const override {
    std::vector<StateField> state_fields = {{states_field(*interaction_)}};
    state_fields.front().names = {"empty"};
    for (const Species& species : interaction_->species) state_fields.front().names.push_back(species.name);
    if (interaction_->observe.extinction)
      state_fields.push_back(
          {list_field("extinction", interaction_->species.size()), false, true,
           "of each species one more than the generation at which it died out; 0 while it lives"});
    if (interaction_->feedback) state_fields.push_back({list_field("entropy", 1), false, true});
    return state_fields;
  }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.dimensions == 1) {
      const auto numbers = std::as_bytes(list_of(field).subspan(slab.first, slab.count));
      std::copy(numbers.begin(), numbers.end(), values.begin());
      return;
    }
    assert(field.name == "state");
    engine_->read(in_memory(slab), {reinterpret_cast<u8*>(values.data()), values.size()});
  }
  std::span<const std::byte> in_place(const Field& field) const override {
    const bool is_there = field.name == "state" && lattice().is_whole();
    return is_there ? std::as_bytes(engine_->in_place()) : std::span<const std::byte>();
  }

  bool read_on_device(const Field& field, Slab slab, const DeviceSink& sink) override {
    return field.dimensions > 1 && lattice().is_whole() && engine_->read_on_device(slab, sink);
  }

  void check(const Field& field, std::span<const std::byte> values) const override {
    if (field.dimensions == 1) return;
    if (const auto state = first_state_beyond(values, interaction_->states()))
      throw StateError(
          fmt::format("a state of this model is at most {}, not {}", interaction_->states() - 1, *state));
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.dimensions == 1) {
      const auto numbers = std::as_writable_bytes(list_of(field).subspan(slab.first, slab.count));
      std::copy(values.begin(), values.end(), numbers.begin());
      return;
    }
    assert(field.name == "state");
    engine_->write(in_memory(slab), {reinterpret_cast<const u8*>(values.data()), values.size()});
  }

  void end_restore(std::uint64_t time, std::uint64_t) override {
    time_ = time;
    extinctions_.begin_at(time);
    watch();  // for a state that was stored without extinction times
    if (interaction_->feedback) fed_back_.apply(*engine_);
  }

  Hash hash() override { return hash_of(hash_each()); }
  std::vector<Hash> hash_sums() override { return hash_each(); }
  Hash hash_of(const std::vector<Hash>& hashes) const override {
    return hashes.size() == 1 ? hashes.front() : hash_of_batch(hashes, interaction_->first_replica);
  }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override {
    std::vector<std::optional<std::uint64_t>> ends(frozen_.size());
    for (std::size_t replica = 0; replica < ends.size(); ++replica)
      if (interaction_->until_extinction && extinctions_.any(replica))
        ends[replica] = extinctions_.first(replica);
    return ends;
  }
  std::vector<Hash> replica_hashes() override {
    return interaction_->replicas == 1 ? std::vector<Hash>() : hash_each();
  }

  void join(OtherRanks& ranks) override {
    ranks_ = &ranks;
    sums_.join(ranks.communicator());
  }
  void begin() override { watch(); }
  std::uint64_t layer_bytes() const override { return engine_->layer_bytes(); }
  void read_layers(Index first, std::span<std::byte> layers) override { engine_->read_layers(first, layers); }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    engine_->write_layers(first, layers);
  }

 private:
  const Lattice& lattice() const { return interaction_->lattice; }

  // A slab of a part lies within one replica.
  Slab in_memory(Slab slab) const {
    if (lattice().is_whole()) return slab;
    const Index replica = slab.first / lattice().global.sites(), site = slab.first % lattice().global.sites();
    return {
        replica * lattice().stored.sites() + site - lattice().first_canonical() + lattice().first_in_memory(),
        slab.count};
  }

  // Counts over the whole lattice: [replica · states + state].
  std::vector<u64> count_states() {
    std::vector<u64> counts = engine_->count_states();
    if (ranks_) ranks_->communicator().sum(counts);
    return counts;
  }

  void take_generations(u64 generations) {
    if (!ranks_) return engine_->step(time_, generations);
    const u64 end = order_.phases_until(time_ + generations);
    for (u64 phase = order_.phases_until(time_); phase < end;) {
      const u64 possible = ranks_->updates(end - phase, [&](u64 ahead) { return spoiled_by(phase + ahead); });
      engine_->step_phases(phase, phase + possible);
      phase += possible;
    }
  }

  // Number of layers of a halo that become wrong in a phase that is not the first since the halos were
  // renewed. With two offsets, right and wrong layers meet between two blocks of the phase before. If the
  // blocks of this phase lie at the same offset, none of them holds layers of both kinds.
  Index spoiled_by(u64 phase) const {
    const unsigned across = lattice().dimensions - 1;
    if (order_.axes[across].offsets() != 2) return spoiled_layers(*interaction_);
    const auto moves = [&](u32x2 key) {
      return order_.offset_of(key, phase)[across] != order_.offset_of(key, phase - 1)[across];
    };
    return std::ranges::any_of(offset_keys_, moves) ? 1 : 0;
  }

  bool watches() const { return interaction_->observe.extinction || interaction_->until_extinction; }
  bool is_over() const { return interaction_->until_extinction && std::ranges::count(frozen_, false) == 0; }
  std::uint64_t generations_undisturbed() const {
    if (watches()) return 1;
    return interaction_->feedback ? fed_back_.generations_until_due(time_) : ~std::uint64_t{0};
  }

  // Numbers kept beside the lattice because a resumed run cannot compute them again: `per_replica` numbers
  // for each replica.
  Field list_field(const char* name, std::size_t per_replica) const {
    Field field{name, ValueType::U64, {per_replica, 1, 1}, 1};
    if (interaction_->replicas > 1) field.replicas = interaction_->replicas;
    return field;
  }
  std::span<u64> list_of(const Field& field) {
    return field.name == "entropy" ? fed_back_.all() : extinctions_.all();
  }

  std::vector<Hash> hash_each() {
    std::vector<Hash> hashes = engine_->hashes();
    const std::vector<StateField> state_fields = fields();
    // Values that all parts share are hashed only by the first part.
    if (lattice().first_owned != 0) return hashes;
    for (u32 number = 1; number < state_fields.size(); ++number) {
      const std::span<const u64> values = list_of(state_fields[number]);
      const std::size_t values_per_replica = values.size() / hashes.size();
      for (std::size_t i = 0; i < values.size(); ++i)
        hashes[i / values_per_replica].value += hash_term(number, i % values_per_replica, values[i]);
    }
    return hashes;
  }

  std::shared_ptr<const InteractionSpec> interaction_;
  std::unique_ptr<InteractionEngine> engine_;
  BlockOrder order_{*interaction_};
  std::vector<u32x2> offset_keys_;
  OtherRanks* ranks_ = nullptr;  // only for a part of the lattice
  ObservationSums sums_;
  ExtinctionTimes extinctions_;  // up to date only if extinctions are watched
  RateFeedback fed_back_;        // only with feedback
  std::vector<bool> frozen_;
  std::uint64_t time_ = 0;
};

}  // namespace

std::unique_ptr<PartModel> make_interaction(const Spec& spec, const Backend& backend, Start start) {
  const auto interaction = std::dynamic_pointer_cast<const InteractionSpec>(spec.section);
  assert(interaction);
  auto model = std::make_unique<InteractionModel>(interaction, make_engine(*interaction, spec.seed, backend),
                                                  backend.threads, spec.seed);
  if (start == Start::Blank) return model;
  const Lattice& lattice = interaction->lattice;
  const Field of_replica = lattice_field(*interaction), of_batch = states_field(*interaction);
  Field owned = of_replica;
  owned.extent = lattice.owned;
  std::vector<u8> states;
  for (u64 replica = 0; replica < interaction->replicas; ++replica)
    for (Slab slab : slabs_of(owned)) {
      slab.first += lattice.first_canonical();
      states.resize(slab.count);
      fill_initial_species(interaction->initial, interaction->lattice, spec.seed,
                           interaction->first_replica + replica, slab, states, *backend.threads);
      model->restore(of_batch, {replica * of_replica.extent.sites() + slab.first, slab.count},
                     std::as_bytes(std::span(states)));
    }
  if (lattice.is_whole()) model->begin();  // a part begins when all ranks have been joined
  return model;
}

}  // namespace morula
