// Rates as thresholds, made once on the host.
#pragma once

#include <optional>
#include <vector>

#include "models/interaction/interaction_rule.h"

namespace morula {

struct InteractionSpec;

// What an individual of each species does with whom: thresholds by actor and partner, states as they are.
class RateTable {
 public:
  RateTable(unsigned states, std::vector<Thresholds> thresholds)
      : states_(states), thresholds_(std::move(thresholds)) {}

  const Thresholds& of(u32 actor, u32 partner) const { return thresholds_[actor * states_ + partner]; }
  const std::vector<Thresholds>& all() const { return thresholds_; }
  unsigned digits() const;  // how many leading bits of a number can decide

 private:
  unsigned states_;
  std::vector<Thresholds> thresholds_;  // [actor · states + partner]
};

// Of the model as written; with feedback, at this fraction of the greatest entropy.
RateTable rate_table(const InteractionSpec& interaction, std::optional<double> entropy = std::nullopt);

}  // namespace morula
