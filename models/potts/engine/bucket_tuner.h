// How many buckets a device resolves a sub-step in: more of them make shorter lists, fewer of them less
// waiting. Which number is fastest depends on the tissue and on the device, so it is measured while the run
// goes on. It never changes an answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace morula::potts {

class BucketTuner {
 public:
  explicit BucketTuner(std::uint32_t most)
      : most_(most), first_(std::min(most, 8u)), tried_(first_), best_(first_), is_trying_(most > 1) {}

  std::uint32_t buckets() const { return tried_; }
  bool is_trying() const { return is_trying_; }  // then note() is to be told how long sub-steps take
  std::uint64_t sub_steps() const {              // to run next
    return is_trying_ ? sub_steps_of_a_trial : sub_steps_until_tried_again - settled_for_;
  }

  // So many sub-steps were run without a trial.
  void ran(std::uint64_t sub_steps) {
    settled_for_ = (settled_for_ + sub_steps) % sub_steps_until_tried_again;
    if (settled_for_ == 0 && most_ > 1) try_again();
  }

  // How long a sub-step took with this number of buckets.
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

 private:
  static constexpr std::uint64_t sub_steps_of_a_trial = 8, sub_steps_until_tried_again = 4096;
  static constexpr double clearly_better = 0.97;

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
    settled_for_ = 0;
  }
  void try_again() {
    is_trying_ = is_growing_ = true;
    first_ = best_ = tried_;
    best_seconds_.reset();
  }

  std::uint32_t most_;
  std::uint32_t first_, tried_, best_;
  bool is_trying_, is_growing_ = true;
  std::uint64_t settled_for_ = 0;  // sub-steps
  std::optional<double> best_seconds_;
};

}  // namespace morula::potts
