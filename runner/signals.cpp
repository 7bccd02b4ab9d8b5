#include "runner/signals.h"

namespace morula {
namespace {

// A handler can reach nothing but static data.
volatile std::sig_atomic_t signal_came = 0;

extern "C" void note_signal(int) {
  signal_came = 1;
}

}  // namespace

StopOnSignal::StopOnSignal() {
  signal_came = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

StopOnSignal::~StopOnSignal() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool StopOnSignal::wanted() const {
  return signal_came != 0;
}

}  // namespace morula
