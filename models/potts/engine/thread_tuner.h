// Finds how many threads share the steps of a tissue fastest, by measurements while the run goes on. More
// threads share the work, but on a busy machine each waits for others that are not running. The number never
// changes a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace morula::potts {

class ThreadTuner {
 public:
  // Tries counts that are `first` times a power of two, up to `most`. A trial takes `trial` steps; the best
  // count is then used for `settled` steps before new trials.
  ThreadTuner(std::uint32_t first, std::uint32_t most, std::uint64_t trial, std::uint64_t settled)
      : most_(most),
        first_(std::min(first, most)),
        tried_(first_),
        best_(first_),
        trial_(trial),
        settled_(settled),
        is_trying_(most > 1) {}

  std::uint32_t count() const { return tried_; }
  bool is_trying() const { return is_trying_; }
  // Maximum number of steps to make next.
  std::uint64_t steps() const { return (is_trying_ ? trial_ : settled_) - made_; }

  // Records that this many steps were made in this time.
  void ran(std::uint64_t steps, double seconds) {
    made_ += steps;
    seconds_ += seconds;
    if (made_ < (is_trying_ ? trial_ : settled_)) return;
    const double per_step = seconds_ / static_cast<double>(made_);
    made_ = 0;
    seconds_ = 0;
    // The first trial of a run touches memory for the first time and is slower than any other.
    if (std::exchange(is_first_, false)) return;
    if (is_trying_)
      note(per_step);
    else if (most_ > 1)
      try_again();
  }

 private:
  static constexpr double clearly_better = 0.97;

  // Evaluates the time of a step with this count.
  void note(double seconds) {
    if (!best_seconds_) return best_seconds_ = seconds, move_on();
    if (seconds < clearly_better * *best_seconds_) {
      best_ = tried_;
      best_seconds_ = seconds;
      return move_on();
    }
    if (is_growing_ && best_ == first_) {
      is_growing_ = false;
      tried_ = best_;
      return move_on();
    }
    settle();
  }

  void move_on() {
    const std::uint32_t next = is_growing_ ? 2 * tried_ : tried_ / 2;
    if (next > most_ && best_ == first_) {
      is_growing_ = false;
      return move_on();
    }
    if (next > most_ || next == 0) return settle();
    tried_ = next;
  }
  void settle() {
    tried_ = best_;
    is_trying_ = false;
  }
  void try_again() {
    is_trying_ = is_growing_ = true;
    first_ = best_ = tried_;
    best_seconds_.reset();
  }

  std::uint32_t most_;
  std::uint32_t first_, tried_, best_;
  std::uint64_t trial_, settled_;  // in steps
  bool is_first_ = true, is_trying_, is_growing_ = true;
  std::uint64_t made_ = 0;  // steps since the count was chosen
  double seconds_ = 0;      // time of these steps
  std::optional<double> best_seconds_;
};

}  // namespace morula::potts
