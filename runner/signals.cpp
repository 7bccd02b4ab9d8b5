#include "runner/signals.h"

namespace morula {
namespace {

// A handler can reach nothing but static data.
volatile std::sig_atomic_t signal_came = 0;

// A second signal of either kind is to end the process: Ctrl-C and a scheduler's SIGTERM may both come.
extern "C" void note_signal(int) {
  signal_came = 1;
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGINT, &plain, nullptr);
  sigaction(SIGTERM, &plain, nullptr);
}

}  // namespace

StopOnSignal::StopOnSignal() {
  signal_came = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;  // the wish is polled: nobody's write need fail for it
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

StopOnSignal::~StopOnSignal() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool StopOnSignal::wanted() const { return signal_came != 0; }

}  // namespace morula
