#include "models/potts/order/order_of_steps.h"

#include "models/potts/order/region_choice.h"
#include "models/potts/order/regions.h"

namespace morula::potts {

OrderOfSteps::OrderOfSteps(const PottsSpec& spec) : sites_(spec.lattice.global.sites()) {
  if (spec.order != UpdateOrder::Parallel) return;
  if (spec.exclusive) {
    side = exclusive_side(spec);
    turns = 1;
    exclusive_.emplace(spec);
  } else {
    side = region_side(spec);
    turns = region_turns(spec);
    sub_steps_of_step_ = Regions(spec).sub_steps();
  }
}

u64 OrderOfSteps::sub_steps(u64 steps) const {
  return exclusive_ ? exclusive_->until(steps) : steps * sub_steps_of_step_;
}

u64 OrderOfSteps::attempts(u64 steps) const {
  return exclusive_ ? exclusive_->attempts(exclusive_->until(steps)) : steps * sites_;
}

}  // namespace morula::potts
