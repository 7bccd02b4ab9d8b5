// Finds the fastest value of a count by measurements while the run goes on. The count is the number of
// buckets in which a device resolves a sub-step (more buckets mean shorter lists, fewer buckets less
// waiting), or the number of threads that share a sub-step (more threads share the work, but on a busy
// machine each waits for others that are not running). The best count depends on the tissue and on the
// machine, and never changes a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace morula::potts {

class CountTuner {
 public:
  // Tries counts that are `first` times a power of two, up to `most`. A trial takes `trial` sub-steps; the
  // best count is then used for `settled` sub-steps before new trials.
  CountTuner(std::uint32_t first, std::uint32_t most, std::uint64_t trial, std::uint64_t settled)
      : most_(most),
        first_(std::min(first, most)),
        tried_(first_),
        best_(first_),
        trial_(trial),
        settled_(settled),
        is_trying_(most > 1) {}

  std::uint32_t count() const { return tried_; }
  bool is_trying() const { return is_trying_; }  // if true, ran() needs the measured time
  // Maximum number of sub-steps to run next.
  std::uint64_t sub_steps() const { return (is_trying_ ? trial_ : settled_) - run_; }

  // Records that this many sub-steps were run in this time.
  void ran(std::uint64_t sub_steps, double seconds) {
    run_ += sub_steps;
    seconds_ += seconds;
    if (run_ < (is_trying_ ? trial_ : settled_)) return;
    const double per_sub_step = seconds_ / static_cast<double>(run_);
    run_ = 0;
    seconds_ = 0;
    // The first trial of a run touches memory for the first time and is slower than any other.
    if (std::exchange(is_first_, false)) return;
    if (is_trying_)
      note(per_sub_step);
    else if (most_ > 1)
      try_again();
  }

 private:
  static constexpr double clearly_better = 0.97;

  // Evaluates the time of a sub-step with this count.
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
  std::uint64_t trial_, settled_;  // in sub-steps
  bool is_first_ = true, is_trying_, is_growing_ = true;
  std::uint64_t run_ = 0;  // sub-steps since the count was chosen
  double seconds_ = 0;     // time of these sub-steps
  std::optional<double> best_seconds_;
};

}  // namespace morula::potts
