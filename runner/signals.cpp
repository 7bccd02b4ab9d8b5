#include "runner/signals.h"

#include <atomic>

namespace morula {
namespace {

// Static, since a signal handler cannot reach any other data.
std::atomic<bool> signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// After the first signal, a second one of any kind ends the process, since Ctrl-C and a scheduler's SIGTERM
// may both come.
extern "C" void note_signal(int) {
  signal_came = true;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler != note_signal) continue;
    now.sa_handler = SIG_DFL;
    sigaction(signal, &now, nullptr);
  }
}

extern "C" void note_any_signal(int) { signal_came = true; }

}  // namespace

StopOnSignal::StopOnSignal(Sender sender) {
  signal_came = false;
  struct sigaction action {};
  action.sa_handler = sender == Sender::Launcher ? note_any_signal : note_signal;
  action.sa_flags = SA_RESTART;  // the flag is polled, so that no system call needs to be interrupted
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    // Batch scripts ignore SIGUSR1 so that it does not end the script itself (trap '' USR1). The signal is
    // still meant for this program.
    if (before_[i].sa_handler != SIG_IGN || signals[i] == SIGUSR1) sigaction(signals[i], &action, nullptr);
  }
}

StopOnSignal::~StopOnSignal() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

bool StopOnSignal::wanted() const { return signal_came; }

}  // namespace morula
