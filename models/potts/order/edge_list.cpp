#include "models/potts/order/edge_list.h"

#include <algorithm>

#include "core/ceil_divide.h"

namespace morula::potts {

EdgeList::EdgeList(u64 places) {
  for (u64 count = places;; count = ceil_divide(count, u64{16})) {
    levels_.emplace_back(count);
    if (count <= 16) break;
  }
}

void EdgeList::clear() {
  for (std::vector<u32>& level : levels_) std::ranges::fill(level, 0);
  total_ = 0;
}

// Step by step: prefix sums with comparisons of all sixteen at once, or by halves, were slower.
EdgeList::Found EdgeList::find(u64 pair) const {
  u64 place = 0;
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    place <<= 4;
    while (pair >= (*level)[place]) pair -= (*level)[place++];
  }
  return {place, static_cast<u32>(pair)};
}

}  // namespace morula::potts
