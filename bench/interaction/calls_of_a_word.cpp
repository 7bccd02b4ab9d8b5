#include "bench/interaction/calls_of_a_word.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {
namespace {

// The thresholds that a number can be below or not.
std::vector<u64> open_thresholds(const InteractionSpec& interaction) {
  const Thresholds below = action_thresholds(interaction).all()[common_rate_index(interaction)];
  std::vector<u64> thresholds = {below.move, below.reproduce, below.prey};
  std::erase_if(thresholds, [](u64 threshold) { return threshold >> 32 != 0; });
  return thresholds;
}

// That not all of 32 numbers are decided: a number is not when it begins as a threshold does.
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
         chance = 1;  // calls before the action's, and that the next is made
  for (unsigned which = layout.action_first() / 4; which * 4 < layout.words(); ++which) {
    calls += chance;
    const unsigned digits = std::min(which * 4 + 4, layout.words()) - layout.action_first();
    chance = chance_of_open(thresholds, digits);
  }
  return calls;
}

}  // namespace morula
