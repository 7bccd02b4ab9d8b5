#include "models/potts/engine/ordered_walk.h"

#include <bit>

namespace morula::potts {

void SortedTurns::add_once(std::span<const Turn> turns) {
  for (const Turn& turn : turns)
    if (turn.inside != Inside::Gaining) gathered_.push_back(turn);
}

// Random orders are distributed by their upper bits, which nearly sorts them; the remaining work is local.
std::span<const Turn> SortedTurns::sort() {
  const int shift = 64 - std::clamp(static_cast<int>(std::bit_width(gathered_.size())) - 1, 1, 16);
  starts_.assign((std::size_t{1} << (64 - shift)) + 1, 0);
  for (const Turn& turn : gathered_) ++starts_[(turn.order >> shift) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  sorted_.resize(gathered_.size());
  for (const Turn& turn : gathered_) sorted_[starts_[turn.order >> shift]++] = turn;
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    const Turn turn = sorted_[i];
    std::size_t at = i;
    for (; at > 0 && sorted_[at - 1].order > turn.order; --at) sorted_[at] = sorted_[at - 1];
    sorted_[at] = turn;
  }
  return sorted_;
}

bool WalkedCells::end(const Excursion& farthest) {
  bool is_too_far = false;
  for (u32 number = 0; number < kept_; ++number) is_too_far |= farthest[number] > allowed_[number];
  for (u32 number = 0; number < kept_; ++number)
    allowed_[number] = (is_too_far ? 2 : 1) * farthest[number] + (number == 0 ? 2 : 8);
  return !is_too_far;
}

}  // namespace morula::potts
