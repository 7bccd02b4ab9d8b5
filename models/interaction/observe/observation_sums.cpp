#include "models/interaction/observe/observation_sums.h"

#include <algorithm>

namespace morula {
namespace {

bool needs_states(const InteractionSpec& interaction) {
  return interaction.observe.interface || interaction.observe.correlation;
}

// The number of replicas whose states are held at once: as many as a slab has room for, but at least one.
u64 held_at_once(const InteractionSpec& interaction) {
  return std::clamp<u64>(slab_bytes / interaction.lattice.global.sites(), 1, interaction.replicas);
}

}  // namespace

Sums ObservationSums::next(InteractionEngine& engine, const Sums& so_far) {
  if (so_far.empty()) return first(engine);
  if (!interaction_.observe.correlation) return {};
  const ObservationTotals totals(interaction_, so_far);
  bool all_known = true;
  for (u64 replica = 0; replica < interaction_.replicas; ++replica)
    all_known = all_known && totals.correlation(replica).has_value();
  if (all_known) return {};
  const Index from = totals.distances() + 1;
  return at_distances(engine, from, distances_from(from, PairAxes(interaction_.lattice).shortest));
}

Sums ObservationSums::first(InteractionEngine& engine) {
  held_ = 0;  // the states have changed since the last observation
  Sums sums = engine.count_states();
  if (!interaction_.observe.interface) return sums;
  const Sums pairs = of_each_replica(engine, 2, [&](u64 held, ThreadPool& threads, std::span<u64> to) {
    for (const Axis axis : PairAxes(interaction_.lattice).axes) {
      const SitePairs side_by_side = pairs_of(held, axis, 1, 1, threads).front();
      to[0] += side_by_side.compared;
      to[1] += side_by_side.differing;
    }
  });
  sums.insert(sums.end(), pairs.begin(), pairs.end());
  return sums;
}

Sums ObservationSums::at_distances(InteractionEngine& engine, Index from, Index distances) {
  const std::vector<Axis> axes = PairAxes(interaction_.lattice).axes;
  return of_each_replica(engine, distances * axes.size() * 2,
                         [&](u64 held, ThreadPool& threads, std::span<u64> to) {
                           for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                             const auto pairs = pairs_of(held, axes[axis], from, distances, threads);
                             for (Index i = 0; i < distances; ++i) {
                               to[(i * axes.size() + axis) * 2] = pairs[i].compared;
                               to[(i * axes.size() + axis) * 2 + 1] = pairs[i].differing;
                             }
                           }
                         });
}

template <typename Count>
Sums ObservationSums::of_each_replica(InteractionEngine& engine, std::size_t sums_each, const Count& count) {
  Sums sums(interaction_.replicas * sums_each);
  const u64 at_once = held_at_once(interaction_);
  for (u64 first = 0; first < interaction_.replicas; first += at_once) {
    hold(engine, first, std::min<u64>(at_once, interaction_.replicas - first));
    const auto of_one = [&](u64 held, ThreadPool& threads) {
      count(held, threads, std::span(sums).subspan((first + held) * sums_each, sums_each));
    };
    if (held_ == 1)
      of_one(0, *threads_);
    else
      threads_->for_ranges(held_, [&](u64 begin, u64 end) {
        ThreadPool alone(1);  // the other threads are busy with other replicas
        for (u64 held = begin; held < end; ++held) of_one(held, alone);
      });
  }
  return sums;
}

void ObservationSums::hold(InteractionEngine& engine, u64 first, u64 replicas) {
  if (first_held_ == first && held_ == replicas) return;
  const Lattice& lattice = interaction_.lattice;
  const Index owned = lattice.owned.sites();
  states_.resize(replicas * owned);
  // If all layers are owned, replicas lie one behind the other.
  const u64 stretches = ranks_ ? replicas : 1, count = states_.size() / stretches;
  for (u64 i = 0; i < stretches; ++i) {
    const Index begin = (first + i) * lattice.stored.sites() + lattice.first_in_memory();
    for (Index done = 0; done < count; done += slab_bytes) {
      const Index slab = std::min<Index>(slab_bytes, count - done);
      engine.read({begin + done, slab}, std::span(states_).subspan(i * count + done, slab));
    }
  }
  first_held_ = first;
  held_ = replicas;
  if (ranks_) hold_columns();
}

// For each replica, a message holds the sender's layers of the receiver's columns. Layers are owned in the
// order of the ranks.
void ObservationSums::hold_columns() {
  const Index width = interaction_.lattice.layer_sites(), owned = interaction_.lattice.owned.sites(),
              layers = owned / width;
  const auto ranks = static_cast<Index>(ranks_->size());
  const auto border = [&](Index rank) { return width * rank / ranks; };
  std::vector<Bytes> mine;
  for (Index rank = 0; rank < ranks; ++rank) {
    Bytes& message = mine.emplace_back();
    for (Index layer = 0; layer < held_ * layers; ++layer) {
      const auto from = std::as_bytes(std::span(states_)).subspan(layer * width, width);
      const auto columns = from.subspan(border(rank), border(rank + 1) - border(rank));
      message.insert(message.end(), columns.begin(), columns.end());
    }
  }
  const std::vector<Bytes> received = ranks_->all_to_all(mine);
  columns_.clear();
  for (u64 held = 0; held < held_; ++held)
    for (const Bytes& message : received) {
      const auto* from = reinterpret_cast<const u8*>(message.data());
      const std::size_t replica_bytes = message.size() / held_;
      columns_.insert(columns_.end(), from + held * replica_bytes, from + (held + 1) * replica_bytes);
    }
}

std::vector<SitePairs> ObservationSums::pairs_of(u64 held, Axis axis, Index from, Index distances,
                                                 ThreadPool& threads) const {
  const Lattice& lattice = interaction_.lattice;
  const bool is_across = axis == (lattice.dimensions == 3 ? Axis::Z : Axis::Y);
  if (ranks_ && is_across) {
    const Index layers = lattice.layers_of(lattice.global), sites = columns_.size() / held_;
    const Lattice columns = Lattice::whole({sites / layers, layers, 1}, 2, lattice.boundary_across());
    return site_pairs(std::span(columns_).subspan(held * sites, sites), columns, Axis::Y, from, distances,
                      threads);
  }
  const Index sites = lattice.owned.sites();
  const Lattice owned = Lattice::whole(lattice.owned, lattice.dimensions, lattice.boundary);
  return site_pairs(std::span(states_).subspan(held * sites, sites), owned, axis, from, distances, threads);
}

std::size_t ObservationTotals::first_size() const {
  return interaction_.replicas * (interaction_.states() + (interaction_.observe.interface ? 2 : 0));
}

StateCounts ObservationTotals::counts(u64 replica) const {
  return totals_.subspan(replica * interaction_.states(), interaction_.states());
}

double ObservationTotals::interface(u64 replica) const {
  const std::size_t at = interaction_.replicas * interaction_.states() + 2 * replica;
  return interface_density({totals_[at], totals_[at + 1]});
}

Index ObservationTotals::distances() const {
  const std::size_t sums_per_distance =
      interaction_.replicas * PairAxes(interaction_.lattice).axes.size() * 2;
  return sums_per_distance == 0 ? 0 : (totals_.size() - first_size()) / sums_per_distance;
}

std::optional<double> ObservationTotals::correlation(u64 replica) const {
  const PairAxes axes(interaction_.lattice);
  std::vector<double> fractions;
  std::vector<SitePairs> along(axes.axes.size());
  // Distances were counted in rounds; each round holds all replicas, one behind the other.
  std::size_t round = first_size();
  for (Index counted = distances(); fractions.size() < counted;) {
    const Index distances = distances_from(fractions.size() + 1, axes.shortest);
    const std::size_t sums_per_replica = distances * along.size() * 2;
    for (Index i = 0; i < distances; ++i) {
      for (std::size_t axis = 0; axis < along.size(); ++axis) {
        const std::size_t at = round + replica * sums_per_replica + (i * along.size() + axis) * 2;
        along[axis] = {totals_[at], totals_[at + 1]};
      }
      fractions.push_back(differing_fraction(along));
    }
    round += interaction_.replicas * sums_per_replica;
  }
  return correlation_length(counts(replica), fractions, axes.shortest);
}

bool needs_counts_alone(const InteractionSpec& interaction) {
  return !needs_states(interaction) && !interaction.observe.extinction;
}

std::uint64_t observing_bytes(const InteractionSpec& interaction) {
  if (!needs_states(interaction)) return 0;
  const Lattice& lattice = interaction.lattice;  // a part holds its layers, and columns of all layers
  return held_at_once(interaction) * lattice.owned.sites() * (lattice.is_whole() ? 1 : 2);
}

}  // namespace morula
