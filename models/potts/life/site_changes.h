// What life does to the sites of a replica, and the sums over sites that decide on it.
#pragma once

#include <vector>

#include "models/potts/properties/sum_rule.h"

namespace morula::potts {

// A site that another cell of the replica takes over, by its row of the table of cells.
struct TakenSite {
  u32 site = 0, cell = 0;
};

struct SiteChanges {
  std::vector<u32> dead;         // cells whose sites become medium
  std::vector<TakenSite> taken;  // by new cells
  bool has_types = false;        // cells have other types than their sites say

  bool empty() const { return dead.empty() && taken.empty() && !has_types; }
};

}  // namespace morula::potts
