// The probabilities of a move, a reproduction and a predation for every pair of states, actor and partner.
// They are integer thresholds, computed once on the host from the rates of the model file.
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
  // How many leading binary digits of a random number may be needed to decide the action.
  unsigned digits() const;

 private:
  unsigned states_;
  std::vector<Thresholds> thresholds_;  // [actor · states + partner]
};

// From the rates as written in the model file or, with feedback, at this fraction of the greatest entropy.
ActionThresholds action_thresholds(const InteractionSpec& interaction,
                                   std::optional<double> entropy = std::nullopt);

}  // namespace morula
