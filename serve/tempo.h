// Decides when the model may step and how far: play, pause, a number of steps, steps per second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace morula::serve {

class Tempo {
 public:
  using Clock = std::chrono::steady_clock;

  void play() { is_playing_ = true, steps_until_pause_.reset(), begin_again(); }
  void pause() { is_playing_ = false, steps_until_pause_.reset(); }
  void step(std::uint64_t steps) { is_playing_ = steps > 0, steps_until_pause_ = steps, begin_again(); }
  void set_speed(std::optional<double> steps_a_second) { speed_ = steps_a_second, begin_again(); }

  bool is_playing() const { return is_playing_; }
  std::optional<double> speed() const { return speed_; }

  // Number of steps that may be made now; 0 while the model waits.
  std::uint64_t allowed(Clock::time_point now) const;
  Clock::time_point next(Clock::time_point now) const;  // when it may step
  void stepped(std::uint64_t steps, Clock::time_point now);

 private:
  void begin_again() { begun_ = Clock::now(), done_ = 0; }

  bool is_playing_ = false;
  std::optional<std::uint64_t> steps_until_pause_;
  std::optional<double> speed_;  // steps per second; if absent, as fast as possible
  Clock::time_point begun_ = Clock::now();
  double done_ = 0;  // steps since then
};

}  // namespace morula::serve
