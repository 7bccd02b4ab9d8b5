// How many of something is fastest, measured while the run goes on: the buckets that a device resolves a
// sub-step in (more of them make shorter lists, fewer of them less waiting), or the threads that share a
// sub-step (more of them share the work; on a busy machine each waits for others that are not running). It
// depends on the tissue and on the machine, and never changes an answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace morula::potts {

class CountTuner {
 public:
  // Tries powers of two times `first`, up to `most`. A trial takes so many sub-steps; what was found best is
  // tried again after `settled` of them.
  CountTuner(std::uint32_t first, std::uint32_t most, std::uint64_t trial, std::uint64_t settled)
      : most_(most),
        first_(std::min(first, most)),
        tried_(first_),
        best_(first_),
        trial_(trial),
        settled_(settled),
        is_trying_(most > 1) {}

  std::uint32_t count() const { return tried_; }
  bool is_trying() const { return is_trying_; }  // then ran() is to be told how long sub-steps take
  // Sub-steps to run next, at most.
  std::uint64_t sub_steps() const { return (is_trying_ ? trial_ : settled_) - run_; }

  // So many sub-steps were run, and took so long.
  void ran(std::uint64_t sub_steps, double seconds) {
    run_ += sub_steps;
    seconds_ += seconds;
    if (run_ < (is_trying_ ? trial_ : settled_)) return;
    const double each = seconds_ / static_cast<double>(run_);
    run_ = 0;
    seconds_ = 0;
    if (is_trying_)
      note(each);
    else if (most_ > 1)
      try_again();
  }

 private:
  static constexpr double clearly_better = 0.97;

  // How long a sub-step took with this count.
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
  std::uint64_t trial_, settled_;  // sub-steps
  bool is_trying_, is_growing_ = true;
  std::uint64_t run_ = 0;  // sub-steps since the count was chosen
  double seconds_ = 0;     // that they took
  std::optional<double> best_seconds_;
};

}  // namespace morula::potts
