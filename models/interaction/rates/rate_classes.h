// Species with the same rates share the thresholds of their actions. An engine that compares many random
// numbers at once then compares them with few thresholds: one for each class.
#pragma once

#include <vector>

#include "models/interaction/rates/action_thresholds.h"

namespace morula {

struct PredationClass {
  u32 predator, prey;  // states
  u32 below;           // the class of the threshold
};

class RateClasses {
 public:
  explicit RateClasses(const InteractionSpec& interaction);

  u32 count() const { return static_cast<u32>(found_at_.size()); }
  // Do all species have the same rates? Then the classes are move, reproduce and prey, in this order.
  bool are_shared() const { return shared_; }

  // The class of the threshold of each species 1, 2, ...
  const std::vector<u32>& move() const { return move_; }
  const std::vector<u32>& reproduce() const { return reproduce_; }
  const std::vector<PredationClass>& preys() const { return preys_; }
  // The class that most species share.
  u32 common_move() const { return common(move_); }
  u32 common_reproduce() const { return common(reproduce_); }

  std::vector<u64> thresholds(const ActionThresholds& rates) const;  // of each class

  // Where the threshold of a class is found: the entry of an ActionThresholds, and which of its three
  // numbers.
  struct Place {
    u32 pair, which;
  };
  const std::vector<Place>& places() const { return found_at_; }

 private:
  static u32 common(const std::vector<u32>& classes);

  std::vector<u32> move_, reproduce_;
  std::vector<PredationClass> preys_;
  std::vector<Place> found_at_;
  bool shared_;
};

}  // namespace morula
