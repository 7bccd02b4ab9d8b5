#include "bench/interaction/calls_of_a_word.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {
namespace {

// The thresholds below 1, with which a random number has to be compared.
std::vector<u64> open_thresholds(const InteractionSpec& interaction) {
  const Thresholds below = action_thresholds(interaction).all()[common_rate_index(interaction)];
  std::vector<u64> thresholds = {below.move, below.reproduce, below.prey};
  std::erase_if(thresholds, [](u64 threshold) { return threshold >> 32 != 0; });
  return thresholds;
}

// The probability that not all of 32 numbers are decided. A number is undecided as long as its digits equal
// the first digits of a threshold.
double chance_of_open(const std::vector<u64>& thresholds, unsigned digits) {
  std::set<u64> beginnings;
  for (const u64 threshold : thresholds) beginnings.insert(threshold >> (32 - digits));
  return 1 - std::pow(1 - std::ldexp(static_cast<double>(beginnings.size()), -static_cast<int>(digits)), 32);
}

}  // namespace

double calls_of_a_word(const InteractionSpec& interaction) {
  const DrawLayout layout(interaction);
  const std::vector<u64> thresholds = open_thresholds(interaction);
  double calls = layout.action_first() / 4,
         chance = 1;  // `chance`: the probability of the next call
  for (unsigned call = layout.action_first() / 4; call * 4 < layout.words(); ++call) {
    calls += chance;
    const unsigned digits = std::min(call * 4 + 4, layout.words()) - layout.action_first();
    chance = chance_of_open(thresholds, digits);
  }
  return calls;
}

}  // namespace morula
