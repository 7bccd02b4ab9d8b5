// Joins the engines of competing species to the seam.
#include "models/interaction/interaction_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "models/interaction/bitplane/bitplane_spec.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/observe/series_columns.h"
#include "models/interaction/observe/species_colours.h"
#include "models/interaction/rates/rate_feedback.h"

namespace morula {
namespace {

const InteractionSpec& interaction_of(const Spec& spec) {
  return dynamic_cast<const InteractionSpec&>(*spec.section);
}

// Replicas lie one behind the other along the last axis.
Field states_field(const InteractionSpec& interaction) {
  const Extent& one = interaction.lattice.global;
  const bool single = interaction.replicas == 1;
  return {"state",
          ValueType::U8,
          {one.x, one.y, one.z * interaction.replicas},
          single ? interaction.lattice.dimensions : 3};
}

// Of the first replica: what pictures show.
Field shown_field(const InteractionSpec& interaction) {
  return {"state", ValueType::U8, interaction.lattice.global, interaction.lattice.dimensions};
}

class InteractionModel final : public Model {
 public:
  InteractionModel(std::shared_ptr<const InteractionSpec> interaction,
                   std::unique_ptr<InteractionEngine> engine, std::shared_ptr<ThreadPool> threads)
      : interaction_(std::move(interaction)),
        engine_(std::move(engine)),
        threads_(std::move(threads)),
        extinctions_(interaction_->replicas, interaction_->states()),
        fed_back_(*interaction_),
        frozen_(interaction_->replicas) {}

  std::uint64_t step(std::uint64_t at_most) override {
    std::uint64_t done = 0;
    watch();
    while (done < at_most && !is_over()) {
      if (interaction_->feedback && fed_back_.is_due(time_)) fed_back_.renew(*engine_);
      const std::uint64_t batch = std::min(at_most - done, generations_undisturbed());
      engine_->step(time_, batch);
      done += batch;
      time_ += batch;
      watch();
    }
    engine_->finish();
    return done;
  }

  // Counts are taken on the way; whatever else must be looked at stops the steps.
  std::uint64_t step_observing(std::uint64_t at_most, std::uint64_t every, const Seen& seen) override {
    if (watches() || interaction_->feedback || !needs_counts_alone(*interaction_))
      return Model::step_observing(at_most, every, seen);
    const std::vector<u64> counts = engine_->step_counting(time_, at_most, every);
    const std::size_t each = interaction_->replicas * interaction_->states();
    for (std::size_t i = 0; i * each < counts.size(); ++i)
      seen((time_ / every + 1 + i) * every,
           observe_counts(*interaction_, std::span(counts).subspan(i * each, each)));
    engine_->finish();  // where no count was due, nothing has waited for the steps
    time_ += at_most;
    return at_most;
  }
  std::uint64_t time() const override { return time_; }
  void set_time(std::uint64_t time) override {
    time_ = time;
    extinctions_.begin_at(time);
    watch();  // a state that came without its times
    if (interaction_->feedback) fed_back_.apply(*engine_);
  }

  // Notes who has died out, and freezes the replicas that end with it.
  void watch() {
    if (!watches()) return;
    extinctions_.note(time_, engine_->count_states());
    for (std::size_t replica = 0; interaction_->until_extinction && replica < frozen_.size(); ++replica)
      if (!frozen_[replica] && extinctions_.any(replica)) {
        frozen_[replica] = true;
        engine_->freeze(replica);
      }
  }

  Observation observe() override { return observe_each().front(); }
  std::vector<Observation> observe_each() override {
    return observe_species(*interaction_, *engine_, extinctions_, *threads_);
  }

  Shown shown() const override {
    return {shown_field(*interaction_), interaction_->states(), "", colours_of(*interaction_), {}};
  }
  std::vector<Field> fields() const override {
    std::vector<Field> all = {states_field(*interaction_)};
    if (interaction_->observe.extinction)
      all.push_back(list_field("extinction", interaction_->species.size()));
    if (interaction_->feedback) all.push_back(list_field("entropy", 1));
    return all;
  }

  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    if (field.dimensions == 1) {
      const auto numbers = std::as_bytes(list_of(field).subspan(slab.first, slab.count));
      std::copy(numbers.begin(), numbers.end(), values.begin());
      return;
    }
    assert(field.name == "state");
    engine_->read(slab, {reinterpret_cast<u8*>(values.data()), values.size()});
  }

  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.dimensions == 1) {
      const auto numbers = std::as_writable_bytes(list_of(field).subspan(slab.first, slab.count));
      std::copy(values.begin(), values.end(), numbers.begin());
      return;
    }
    assert(field.name == "state");
    for (const std::byte value : values)
      if (std::to_integer<unsigned>(value) >= interaction_->states())
        throw StateError(fmt::format("a state of this model is at most {}, not {}",
                                     interaction_->states() - 1, std::to_integer<unsigned>(value)));
    engine_->write(slab, {reinterpret_cast<const u8*>(values.data()), values.size()});
  }

  // Of a batch, the hashes of its replicas mixed with their numbers.
  Hash hash() override {
    const std::vector<Hash> hashes = hash_each();
    if (hashes.size() == 1) return hashes.front();
    Hash all{0};
    for (std::size_t i = 0; i < hashes.size(); ++i)
      all.value += mix64(hashes[i].value + interaction_->first_replica + i);
    return all;
  }
  std::vector<Hash> replica_hashes() override {
    return interaction_->replicas == 1 ? std::vector<Hash>() : hash_each();
  }

  std::uint64_t updates_per_step() const override {
    return interaction_->lattice.global.sites() * interaction_->replicas;
  }
  std::string unit() const override { return "interactions"; }

 private:
  bool watches() const { return interaction_->observe.extinction || interaction_->until_extinction; }
  bool is_over() const { return interaction_->until_extinction && std::ranges::count(frozen_, false) == 0; }
  std::uint64_t generations_undisturbed() const {
    if (watches()) return 1;
    return interaction_->feedback ? fed_back_.generations_until_due(time_) : ~std::uint64_t{0};
  }

  // Numbers kept beside the lattice, since a resumed run cannot see them again: so many of each replica.
  Field list_field(const char* name, std::size_t per_replica) const {
    return {name, ValueType::U64, {per_replica * interaction_->replicas, 1, 1}, 1};
  }
  std::span<u64> list_of(const Field& field) {
    return field.name == "entropy" ? fed_back_.all() : extinctions_.all();
  }

  std::vector<Hash> hash_each() {
    std::vector<Hash> hashes = engine_->hashes();
    const std::vector<Field> all = fields();
    for (u32 number = 1; number < all.size(); ++number) {
      const std::span<const u64> values = list_of(all[number]);
      const std::size_t each = values.size() / hashes.size();
      for (std::size_t i = 0; i < values.size(); ++i)
        hashes[i / each].value += hash_term(number, i % each, values[i]);
    }
    return hashes;
  }

  std::shared_ptr<const InteractionSpec> interaction_;
  std::unique_ptr<InteractionEngine> engine_;
  std::shared_ptr<ThreadPool> threads_;
  ExtinctionTimes extinctions_;  // up to date only where they are watched
  RateFeedback fed_back_;        // only with feedback
  std::vector<bool> frozen_;
  std::uint64_t time_ = 0;
};

std::unique_ptr<Model> make_interaction(const Spec& spec, const Backend& backend, Start start) {
  const auto interaction = std::dynamic_pointer_cast<const InteractionSpec>(spec.section);
  assert(interaction && interaction->lattice.is_whole());
  auto model = std::make_unique<InteractionModel>(interaction, make_engine(*interaction, spec.seed, backend),
                                                  backend.threads);
  if (start == Start::Blank) return model;
  const Field one = shown_field(*interaction), all = states_field(*interaction);
  std::vector<u8> states;
  for (u64 replica = 0; replica < interaction->replicas; ++replica)
    for (const Slab& slab : slabs_of(one)) {
      states.resize(slab.count);
      fill_initial_species(interaction->initial, interaction->lattice, spec.seed,
                           interaction->first_replica + replica, slab, states, *backend.threads);
      model->restore(all, {replica * one.extent.sites() + slab.first, slab.count},
                     std::as_bytes(std::span(states)));
    }
  model->watch();
  return model;
}

// Feedback gives every replica rates of its own. Engines that keep no table of them for each pair are few in
// states, and what they keep instead is small.
std::uint64_t rate_bytes(const InteractionSpec& interaction) {
  const std::uint64_t states = interaction.states();
  return interaction.feedback ? interaction.replicas * states * states * sizeof(Thresholds) : 0;
}

Footprint interaction_footprint(const Spec& spec, BackendKind kind) {
  const InteractionSpec& interaction = interaction_of(spec);
  const std::uint64_t sites = interaction.lattice.global.sites() * interaction.replicas;
  constexpr std::uint64_t saving = 2 * slab_bytes;  // a slab, and the same compressed
  const std::uint64_t more =
      saving + observing_bytes(interaction) + (spec.output.series_every ? row_bytes(interaction) : 0);
  const std::uint64_t rates = rate_bytes(interaction);
  const bool fast = uses_bit_planes(interaction);
  if (kind == BackendKind::Cpu)
    return {(fast ? bitplane_cpu_bytes(interaction) : sites + rates) + more, 0, 0};
  const std::uint64_t host = slab_bytes + more + rates;  // rates are put together there
  if (!fast) return {host, sites + rates, std::max(sites, rates)};
  const std::uint64_t planes = bitplane_gpu_bytes(interaction);
  return {host, 2 * planes + slab_bytes + rates, std::max({planes, slab_bytes, rates})};
}

std::vector<gpu::Source> interaction_sources(const Spec& spec) {
  return engine_sources(interaction_of(spec));
}

}  // namespace

Family interaction_family() {
  return {.name = "interaction",
          .read = read_interaction,
          .footprint = interaction_footprint,
          .make = make_interaction,
          .sources = interaction_sources,
          .takes_replicas = true};
}

}  // namespace morula
