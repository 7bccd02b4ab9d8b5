// SIGINT and SIGTERM as a wish to stop: while one of these lives, the first signal is noted, and a second one
// ends the process as it would have without us.
#pragma once

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
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace morula
