// Feedback: a rate that follows the entropy of the densities.
#pragma once

#include <span>
#include <vector>

#include "models/interaction/interaction_engine.h"

namespace morula {

class RateFeedback {
 public:
  explicit RateFeedback(const InteractionSpec& interaction)
      : interaction_(interaction), entropies_(interaction.replicas) {}

  bool is_due(u64 time) const { return time % interaction_.feedback->every == 0; }
  u64 generations_until_due(u64 time) const {
    return interaction_.feedback->every - time % interaction_.feedback->every;
  }

  // Sets the rates of every replica by its present entropy, computed from the numbers of sites in each state.
  // Replicas that have ended keep their rates, as they do when they run alone.
  void renew(InteractionEngine& engine, std::span<const u64> counts, const std::vector<bool>& ended);

  // The entropy by which the rates of each replica were last set, as a fraction of the greatest possible
  // entropy in units of 2^-32. A checkpoint saves it; after overwriting it, call apply().
  std::span<const u64> all() const { return entropies_; }
  std::span<u64> all() { return entropies_; }
  void apply(InteractionEngine& engine) const;

 private:
  const InteractionSpec& interaction_;
  std::vector<u64> entropies_;
};

}  // namespace morula
