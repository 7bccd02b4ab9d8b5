#include "models/interaction/order/neighbours.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <numeric>

namespace morula {

std::vector<Displacement> Neighbours::all() const {
  std::vector<Displacement> displacements;
  const i32 depth = dimensions == 3 ? 1 : 0;
  for (i32 z = -depth; z <= depth; ++z)
    for (i32 y = -1; y <= 1; ++y)
      for (i32 x = -1; x <= 1; ++x) {
        const unsigned distance = static_cast<unsigned>(std::abs(x) + std::abs(y) + std::abs(z));
        if (distance > 0 && distance <= reach) displacements.push_back({x, y, z});
      }
  return displacements;
}

unsigned digits_of(const std::vector<u64>& thresholds) {
  unsigned digits = 0;
  for (const u64 threshold : thresholds)
    if (const u32 word = static_cast<u32>(threshold); word != 0)
      digits = std::max(digits, 32u - static_cast<unsigned>(std::countr_zero(word)));
  return digits;
}

Chooser choose_by(const std::vector<u64>& shares) {
  const u64 whole = std::accumulate(shares.begin(), shares.end(), u64{0});
  Chooser chooser;
  u64 sum = 0;
  for (const u64 share : shares) {
    sum += share;
    chooser.below.push_back((sum << 32) / whole);
  }
  chooser.digits = digits_of(chooser.below);
  return chooser;
}

Chooser choose_among(std::size_t count) { return choose_by(std::vector<u64>(count, 1)); }

std::vector<BlockWay> block_ways(const Neighbours& neighbours) {
  std::map<u32, u64> shares;
  for (const Displacement& one : neighbours.all())
    ++shares[(one.x != 0 ? 1u : 0u) | (one.y != 0 ? 2u : 0u) | (one.z != 0 ? 4u : 0u)];
  std::vector<BlockWay> ways;
  for (const auto& [across, count] : shares) ways.push_back({across, count});
  return ways;
}

}  // namespace morula
