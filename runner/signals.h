// SIGINT, SIGTERM and SIGHUP as a wish to stop: while one of these lives, the first signal is noted, and a
// second one ends the process as it would have without us. A signal that was ignored before (nohup) stays
// ignored.
#pragma once

#include <array>
#include <csignal>

namespace morula {

class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  bool wanted() const;

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before_{};
};

}  // namespace morula
