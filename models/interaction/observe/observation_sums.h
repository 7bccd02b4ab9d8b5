// The sums from which the series of competing species is computed. The sums of the parts of a lattice add up
// to those of the whole.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/communicator.h"
#include "core/threads.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/observe/measures.h"
#include "models/model.h"

namespace morula {

// The first sums are the numbers of sites in each state of each replica and, if the interface is observed,
// its adjacent pairs. While any observed correlation has not yet fallen to one half, further sums are the
// pairs at the next distances along each axis.
class ObservationSums {
 public:
  ObservationSums(const InteractionSpec& interaction, std::shared_ptr<ThreadPool> threads)
      : interaction_(interaction), threads_(std::move(threads)) {}

  void join(Communicator& ranks) { ranks_ = &ranks; }  // for a part of the lattice
  Sums next(InteractionEngine& engine, const Sums& so_far);

 private:
  Sums first(InteractionEngine& engine);
  Sums at_distances(InteractionEngine& engine, Index from, Index distances);
  // The pairs along an axis in one of the held replicas.
  std::vector<SitePairs> pairs_of(u64 held, Axis axis, Index from, Index distances,
                                  ThreadPool& threads) const;
  // Calls count(replica among those held, its threads, destination of its sums) for every replica.
  template <typename Count>
  Sums of_each_replica(InteractionEngine& engine, std::size_t sums_each, const Count& count);
  void hold(InteractionEngine& engine, u64 first, u64 replicas);

  const InteractionSpec& interaction_;
  std::shared_ptr<ThreadPool> threads_;
  // Gives each rank all layers of some columns.
  void hold_columns();

  std::vector<u8> states_;  // owned states of the held replicas
  // In a part: some columns of these replicas, with all layers of the whole lattice.
  std::vector<u8> columns_;
  u64 first_held_ = 0, held_ = 0;
  Communicator* ranks_ = nullptr;
};

// The total sums, split into observables.
class ObservationTotals {
 public:
  ObservationTotals(const InteractionSpec& interaction, std::span<const u64> totals)
      : interaction_(interaction), totals_(totals) {}

  StateCounts counts(u64 replica) const;
  double interface(u64 replica) const;
  std::optional<double> correlation(u64 replica) const;  // nothing while more distances are needed
  Index distances() const;                               // number of distances that were counted

 private:
  std::size_t first_size() const;

  const InteractionSpec& interaction_;
  std::span<const u64> totals_;
};

bool needs_counts_alone(const InteractionSpec& interaction);

// Host memory for observing.
std::uint64_t observing_bytes(const InteractionSpec& interaction);

}  // namespace morula
