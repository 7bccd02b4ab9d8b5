#include "models/interaction/order/neighbours.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace morula {

unsigned significant_digits(const std::vector<u64>& thresholds) {
  unsigned digits = 0;
  for (const u64 threshold : thresholds)
    if (const u32 word = static_cast<u32>(threshold); word != 0)
      digits = std::max(digits, 32u - static_cast<unsigned>(std::countr_zero(word)));
  return digits;
}

unsigned telling_digits(const std::vector<u64>& thresholds) {
  std::set<u64> undecided(thresholds.begin(), thresholds.end());
  std::erase_if(undecided, [](u64 threshold) { return threshold == 0 || threshold >> 32; });
  unsigned digits = 0;
  for (std::set<u64> prefixes; digits < 32; ++digits) {
    prefixes.clear();
    for (const u64 threshold : undecided) prefixes.insert(threshold >> (32 - digits));
    if (prefixes.size() == undecided.size()) break;
  }
  return digits;
}

DiscreteChoice weighted_choice(const std::vector<u64>& weights) {
  const u64 whole = std::accumulate(weights.begin(), weights.end(), u64{0});
  DiscreteChoice choice;
  u64 sum = 0;
  for (const u64 weight : weights) {
    sum += weight;
    choice.below.push_back((sum << 32) / whole);
  }
  choice.digits = significant_digits(choice.below);
  return choice;
}

DiscreteChoice uniform_choice(std::size_t count) { return weighted_choice(std::vector<u64>(count, 1)); }

std::vector<BlockPartner> block_partners(const Neighbourhood& neighbourhood) {
  std::map<u32, u64> weights;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    ++weights[(neighbour.dx != 0 ? 1u : 0u) | (neighbour.dy != 0 ? 2u : 0u) | (neighbour.dz != 0 ? 4u : 0u)];
  std::vector<BlockPartner> partners;
  for (const auto& [across, weight] : weights) partners.push_back({across, weight});
  return partners;
}

}  // namespace morula
