// Changes that life makes to the sites of a replica, besides cutting cells.
#pragma once

#include <vector>

#include "models/potts/properties/sum_rule.h"

namespace morula::potts {

struct SiteChanges {
  std::vector<u32> dead;   // cells whose sites become medium
  bool has_types = false;  // some cells have new types, which their sites do not hold yet

  bool empty() const { return dead.empty() && !has_types; }
};

}  // namespace morula::potts
