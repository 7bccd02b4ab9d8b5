#include "apps/morula/stop_notice.h"

#include <chrono>
#include <optional>

#include "apps/morula/speech.h"

namespace morula {

StopNotice::StopNotice(const StopOnSignal& signals, bool shows) : signals_(signals) {
  if (shows) thread_ = std::thread([this] { watch(); });
}

StopNotice::~StopNotice() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void StopNotice::watch() {
  constexpr std::chrono::milliseconds between_looks{50}, patience{500};
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> asked;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between_looks, [this] { return over_; })) {
    if (signals_.wanted() && !asked) asked = Clock::now();
    if (!asked || Clock::now() - *asked < patience) continue;
    complain(
        "\r\033[Kstopping: this step and a checkpoint are finished first; a second Ctrl-C ends the run at "
        "once, and it can be resumed from its last checkpoint\n");
    return;
  }
}

}  // namespace morula
