#include "models/interaction/observe/extinction_times.h"

#include <algorithm>
#include <cassert>

namespace morula {

void ExtinctionTimes::note(u64 generation, std::span<const u64> counts) {
  const u64 species = states_ - 1;
  assert(counts.size() == times_.size() / species * states_);
  for (u64 i = 0; i < times_.size(); ++i) {
    const u64 count = counts[i / species * states_ + i % species + 1];
    if (count == 0 && times_[i] == 0) times_[i] = generation + 1;
  }
}

void ExtinctionTimes::begin_at(u64 generation) {
  for (u64& time : times_) time = std::min(time, generation + 1);
}

bool ExtinctionTimes::any(u64 replica) const {
  for (unsigned state = 1; state < states_; ++state)
    if (of(replica, state) != 0) return true;
  return false;
}

u64 ExtinctionTimes::first(u64 replica) const {
  u64 earliest = 0;
  for (unsigned state = 1; state < states_; ++state)
    if (const u64 time = of(replica, state); time != 0 && (earliest == 0 || time < earliest)) earliest = time;
  return earliest == 0 ? 0 : earliest - 1;
}

}  // namespace morula
