// When each species of each replica died out.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"

namespace morula {

// A time is one more than the generation at which a species was first absent: 0 while it lives, 1 where it
// was absent from the start.
class ExtinctionTimes {
 public:
  ExtinctionTimes(u64 replicas, unsigned states) : states_(states), times_(replicas * (states - 1)) {}

  // Counts of all replicas at this generation: [replica · states + state], empty sites first.
  void note(u64 generation, std::span<const u64> counts);

  // For a run that begins with another's last state: a species that died out there is absent from the start.
  void begin_at(u64 generation);

  // Of the species in this state.
  u64 of(u64 replica, unsigned state) const { return times_[replica * (states_ - 1) + state - 1]; }
  bool any(u64 replica) const;   // has one of its species died out?
  u64 first(u64 replica) const;  // the generation at which the first of them did, where one has

  // [replica · species + species], as a checkpoint holds them.
  std::span<const u64> all() const { return times_; }
  std::span<u64> all() { return times_; }

 private:
  unsigned states_;
  std::vector<u64> times_;
};

}  // namespace morula
