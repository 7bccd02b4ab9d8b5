#include "models/interaction/bytes/pair_thresholds.h"

#include <algorithm>

namespace morula {
namespace {

constexpr u64 always = u64{1} << 32;

// A threshold of 2^32 has no first byte: it gets 0xFF, which leaves a number of all ones open.
u32 first_byte(u64 threshold) { return static_cast<u32>(std::min<u64>(threshold >> 24, 0xFF)); }

}  // namespace

PairThresholds::PairThresholds(u32 states, const ActionThresholds& rates, unsigned digits_drawn)
    : states_(states) {
  const auto may_leave_open = [&](u64 threshold) {
    return (threshold & 0xFFFFFFu) != 0 || (threshold == always && digits_drawn >= 8);
  };
  for (const Thresholds& thresholds : rates.all()) {
    of_pair_.push_back(first_byte(thresholds.move) | first_byte(thresholds.reproduce) << 8 |
                       first_byte(thresholds.prey) << 16);
    may_be_open_ |= may_leave_open(thresholds.move) || may_leave_open(thresholds.reproduce) ||
                    may_leave_open(thresholds.prey);
  }
  for (u32 actor = 0; states <= few && actor < states; ++actor)
    for (u32 partner = 0; partner < states; ++partner) {
      const Thresholds& thresholds = rates.of(actor, partner);
      few_move_[actor] = static_cast<u8>(first_byte(thresholds.move));
      few_reproduce_[actor] = static_cast<u8>(first_byte(thresholds.reproduce));
      few_prey_[actor * few + partner] = static_cast<u8>(first_byte(thresholds.prey));
    }
}

}  // namespace morula
