#include "serve/tempo.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace morula::serve {

std::uint64_t Tempo::allowed(Clock::time_point now) const {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  if (!is_playing_) return 0;
  const std::uint64_t limit = steps_until_pause_.value_or(any);
  if (!speed_) return limit;
  const double due = std::floor(std::chrono::duration<double>(now - begun_).count() * *speed_ + 1 - done_);
  return due < 1 ? 0 : std::min(limit, static_cast<std::uint64_t>(std::min(due, 1e15)));
}

Tempo::Clock::time_point Tempo::next(Clock::time_point now) const {
  if (!is_playing_ || !speed_) return now + std::chrono::hours(1);
  const auto wait = std::chrono::duration<double>(std::min(done_ / *speed_, 1e6));
  return begun_ + std::chrono::duration_cast<Clock::duration>(wait);
}

void Tempo::stepped(std::uint64_t steps, Clock::time_point now) {
  done_ += static_cast<double>(steps);
  if (steps_until_pause_) {
    *steps_until_pause_ -= std::min(*steps_until_pause_, steps);
    if (*steps_until_pause_ == 0) pause();
  }
  // A model that is slower than its speed does not catch up later.
  if (speed_ &&
      std::chrono::duration<double>(now - begun_).count() * *speed_ > done_ + std::max(*speed_ / 2, 1.0))
    begin_again();
}

}  // namespace morula::serve
