// How the attempts of a model are counted, in any order.
#pragma once

#include <optional>

#include "models/potts/exclusive/sub_steps.h"

namespace morula::potts {

struct OrderOfSteps {
  explicit OrderOfSteps(const PottsSpec& spec);

  u64 sub_steps(u64 steps) const;  // of the parallel order
  u64 attempts(u64 steps) const;   // in one replica; a mean between walls

  u64 side = 0, turns = 0;  // of its regions: see region_choice.h; with `exclusive` there is one turn

 private:
  u64 sites_, sub_steps_of_step_ = 0;
  std::optional<SubSteps> exclusive_;
};

}  // namespace morula::potts
