// The pairs of neighbouring sites that belong to different cells, in the order of their sites and then of
// their directions. Their order is a function of the tissue alone: how it came about leaves no trace.
#pragma once

#include <vector>

#include "core/dialect.h"

namespace morula::potts {

// How many such pairs begin at each place in memory, and sums of sixteen, of sixteen of those, …
class EdgeList {
 public:
  explicit EdgeList(u64 places);

  u64 total() const { return total_; }
  void clear();
  void add(u64 place, i32 pairs) {
    total_ += static_cast<u64>(static_cast<i64>(pairs));
    for (std::vector<u32>& level : levels_) {
      level[place] += static_cast<u32>(pairs);
      place >>= 4;
    }
  }

  // The place at which pair number `pair` begins, and its number among those of the place.
  struct Found {
    u64 place = 0;
    u32 which = 0;
  };
  Found find(u64 pair) const;

 private:
  std::vector<std::vector<u32>> levels_;  // places first; the last has at most sixteen sums
  u64 total_ = 0;
};

}  // namespace morula::potts
