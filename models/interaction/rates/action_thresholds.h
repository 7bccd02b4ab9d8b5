// Decides the probability of a move, of a reproduction and of a predation for every pair of states, actor and
// partner: as integer thresholds, made once on the host from the rates of the model file.
#pragma once

#include <optional>
#include <vector>

#include "models/interaction/interaction_rule.h"

namespace morula {

struct InteractionSpec;

class ActionThresholds {
 public:
  ActionThresholds(unsigned states, std::vector<Thresholds> thresholds)
      : states_(states), thresholds_(std::move(thresholds)) {}

  const Thresholds& of(u32 actor, u32 partner) const { return thresholds_[actor * states_ + partner]; }
  const std::vector<Thresholds>& all() const { return thresholds_; }
  unsigned digits() const;  // how many leading binary digits of a random number can decide the action

 private:
  unsigned states_;
  std::vector<Thresholds> thresholds_;  // [actor · states + partner]
};

// The rates of the model as written or, with feedback, at this fraction of the greatest entropy.
ActionThresholds action_thresholds(const InteractionSpec& interaction,
                                   std::optional<double> entropy = std::nullopt);

}  // namespace morula
