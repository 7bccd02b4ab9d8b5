// When the species of each replica died out.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"

namespace morula {

// A time is one more than the generation at which a species was first absent. It is 0 while the species lives
// and 1 if it was absent from the start.
class ExtinctionTimes {
 public:
  ExtinctionTimes(u64 replicas, unsigned states) : states_(states), times_(replicas * (states - 1)) {}

  // Notes the counts of all replicas at this generation: [replica · states + state], empty sites first.
  void note(u64 generation, std::span<const u64> counts);

  // Call this in a run that begins with the last state of another run: a species that died out there is
  // absent from the start.
  void begin_at(u64 generation);

  // Time of the species in this state.
  u64 of(u64 replica, unsigned state) const { return times_[replica * (states_ - 1) + state - 1]; }
  bool any(u64 replica) const;   // has one of its species died out?
  u64 first(u64 replica) const;  // the generation of the first extinction, if there is one

  // All times, [replica · species + species], as a checkpoint holds them.
  std::span<const u64> all() const { return times_; }
  std::span<u64> all() { return times_; }

 private:
  unsigned states_;
  std::vector<u64> times_;
};

}  // namespace morula
