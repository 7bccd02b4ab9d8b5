// SIGINT, SIGTERM, SIGHUP and SIGUSR1, by which schedulers announce the end of a job, are requests to stop.
// While an object of this class exists, the first signal is noted, and a second SIGINT, SIGTERM or SIGHUP
// ends the process, as is usual. A signal of these three that was ignored before (nohup) stays ignored.
//
// Launchers send signals more than once: under a launcher none of them ends the process.
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
  std::array<struct sigaction, 4> before_{};
};

}  // namespace morula
