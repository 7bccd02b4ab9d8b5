#include "models/interaction/observe/series_columns.h"

#include <algorithm>

#include "models/interaction/observe/measures.h"

namespace morula {
namespace {

struct Spatial {
  double interface = 0, correlation = 0;
};

bool needs_states(const Observables& observe) { return observe.interface || observe.correlation; }

// Replicas whose states are held at once: what a slab has room for, and one at least.
u64 held_at_once(const InteractionSpec& interaction) {
  return std::clamp<u64>(slab_bytes / interaction.lattice.global.sites(), 1, interaction.replicas);
}

class SpatialObserver {
 public:
  SpatialObserver(const InteractionSpec& interaction, InteractionEngine& engine,
                  const std::vector<u64>& counts, ThreadPool& threads)
      : interaction_(interaction), engine_(engine), counts_(counts), threads_(threads) {}

  std::vector<Spatial> of_all() {
    std::vector<Spatial> all(interaction_.replicas);
    if (!needs_states(interaction_.observe)) return all;
    const u64 at_once = held_at_once(interaction_);
    for (u64 first = 0; first < all.size(); first += at_once) {
      const u64 replicas = std::min<u64>(at_once, all.size() - first);
      read(first, replicas);
      if (replicas == 1)
        all[first] = of_one(first, 0, threads_);
      else
        threads_.for_ranges(replicas, [&](u64 begin, u64 end) {
          ThreadPool alone(1);  // the others are busy with other replicas
          for (u64 held = begin; held < end; ++held) all[first + held] = of_one(first + held, held, alone);
        });
    }
    return all;
  }

 private:
  void read(u64 first, u64 replicas) {
    const Index begin = first * sites(), count = replicas * sites();
    states_.resize(count);
    for (Index done = 0; done < count; done += slab_bytes) {
      const Index slab = std::min<Index>(slab_bytes, count - done);
      engine_.read({begin + done, slab}, std::span(states_).subspan(done, slab));
    }
  }

  Spatial of_one(u64 replica, u64 held, ThreadPool& threads) const {
    const auto states = std::span(states_).subspan(held * sites(), sites());
    const auto counts = std::span(counts_).subspan(replica * interaction_.states(), interaction_.states());
    Spatial spatial;
    if (interaction_.observe.interface)
      spatial.interface = interface_density(states, interaction_.lattice, threads);
    if (interaction_.observe.correlation)
      spatial.correlation = correlation_length(states, counts, interaction_.lattice, threads);
    return spatial;
  }

  Index sites() const { return interaction_.lattice.global.sites(); }

  const InteractionSpec& interaction_;
  InteractionEngine& engine_;
  const std::vector<u64>& counts_;
  ThreadPool& threads_;
  std::vector<u8> states_;
};

std::string name_of(const InteractionSpec& interaction, unsigned state) {
  return state == EMPTY ? "empty" : interaction.species[state - 1].name;
}

std::size_t most_columns(const InteractionSpec& interaction) {
  const std::size_t of_states = 1 + interaction.observe.densities + interaction.observe.extinction;
  constexpr std::size_t others = 4;  // replica, entropy, interface, correlation
  return of_states * interaction.states() + others;
}

Observation columns_of(const InteractionSpec& interaction, u64 replica, StateCounts counts,
                       const Spatial& spatial, const ExtinctionTimes& extinctions) {
  const Observables& observe = interaction.observe;
  Observation columns;
  columns.reserve(most_columns(interaction));  // a vector left to grow may take twice what row_bytes counts
  if (interaction.replicas > 1) columns.push_back({"replica", interaction.first_replica + replica});
  for (unsigned state = 0; state < interaction.states(); ++state)
    columns.push_back({name_of(interaction, state), counts[state]});
  if (observe.densities) {
    const std::vector<double> of_states = densities(counts);
    for (unsigned state = 0; state < interaction.states(); ++state)
      columns.push_back({"density_" + name_of(interaction, state), of_states[state]});
  }
  if (observe.entropy) columns.push_back({"entropy", entropy(counts)});
  if (observe.interface) columns.push_back({"interface", spatial.interface});
  if (observe.correlation) columns.push_back({"correlation", spatial.correlation});
  for (unsigned state = 1; observe.extinction && state < interaction.states(); ++state)
    columns.push_back({"extinct_" + name_of(interaction, state), extinctions.of(replica, state)});
  return columns;
}

std::vector<Observation> rows_of(const InteractionSpec& interaction, std::span<const u64> counts,
                                 const std::vector<Spatial>& spatial, const ExtinctionTimes& extinctions) {
  std::vector<Observation> each;
  for (u64 replica = 0; replica < interaction.replicas; ++replica)
    each.push_back(columns_of(interaction, replica,
                              counts.subspan(replica * interaction.states(), interaction.states()),
                              spatial[replica], extinctions));
  return each;
}

}  // namespace

std::vector<Observation> observe_species(const InteractionSpec& interaction, InteractionEngine& engine,
                                         const ExtinctionTimes& extinctions, ThreadPool& threads) {
  const std::vector<u64> counts = engine.count_states();
  return rows_of(interaction, counts, SpatialObserver(interaction, engine, counts, threads).of_all(),
                 extinctions);
}

bool needs_counts_alone(const InteractionSpec& interaction) {
  return !needs_states(interaction.observe) && !interaction.observe.extinction;
}

std::vector<Observation> observe_counts(const InteractionSpec& interaction, std::span<const u64> counts) {
  return rows_of(interaction, counts, std::vector<Spatial>(interaction.replicas),
                 ExtinctionTimes(interaction.replicas, interaction.states()));
}

std::uint64_t observing_bytes(const InteractionSpec& interaction) {
  if (!needs_states(interaction.observe)) return 0;
  return held_at_once(interaction) * interaction.lattice.global.sites();
}

std::uint64_t row_bytes(const InteractionSpec& interaction) {
  const std::uint64_t numbers = 3 * interaction.states() * sizeof(u64);  // counts, and extinction times twice
  return interaction.replicas * (most_columns(interaction) * sizeof(Observed) + numbers);
}

}  // namespace morula
