#include "apps/morula/signal_watch.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include "apps/morula/speech.h"

namespace morula {

SignalWatch::SignalWatch(const StopOnSignal& signals, Duties duties)
    : signals_(signals), duties_(std::move(duties)), thread_([this] { watch(); }) {}

SignalWatch::~SignalWatch() {
  end();
  thread_.join();
}

// While the process is ending, the thread that ends it holds the mutex, so that this function does not
// return.
void SignalWatch::end() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
}

void SignalWatch::hold(bool held) {
  const std::scoped_lock lock(mutex_);
  held_ = held;
}

void SignalWatch::watch() {
  constexpr std::chrono::milliseconds between_looks{20};
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> asked;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between_looks, [this] { return over_; })) {
    if (signals_.wanted() && !asked) asked = Clock::now();
    if (asked && !held_ && Clock::now() - *asked >= duties_.grace) end_process();
    duties_.show();
  }
}

void SignalWatch::end_process() {
  duties_.say_end();
  everything_was_said();
  duties_.end_ranks();
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace morula
