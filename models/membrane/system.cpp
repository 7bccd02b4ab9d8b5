#include "models/membrane/system.h"

#include <algorithm>

namespace morula::membrane {

bool Rule::same_as(const Rule& other) const {
  return kind == other.kind && label == other.label && charge == other.charge && left == other.left &&
         right == other.right && second == other.second && charge_after == other.charge_after &&
         second_charge_after == other.second_charge_after;
}

bool operator==(const System& a, const System& b) {
  return a.objects == b.objects && a.labels == b.labels && a.membranes == b.membranes &&
         std::ranges::equal(a.rules, b.rules, [](const Rule& x, const Rule& y) { return x.same_as(y); });
}

}  // namespace morula::membrane
