// SIGINT, SIGTERM and SIGHUP as a wish to stop: while one of these lives, the first signal is noted, and a
// second one ends the process as it would have without us. A signal that was ignored before (nohup) stays
// ignored.
//
// Launchers send signals more than once, and schedulers announce the end of a job by SIGUSR1: under a
// launcher that is a wish to stop too, and no signal of these ends the process.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>

namespace morula {

enum class Sender { User, Launcher };

class StopOnSignal {
 public:
  explicit StopOnSignal(Sender sender = Sender::User);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  bool wanted() const;

 private:
  static constexpr std::array<int, 4> signals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
  std::size_t count_;  // of those that are noted
  std::array<struct sigaction, 4> before_{};
};

}  // namespace morula
