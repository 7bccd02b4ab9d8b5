// While an object of this class exists, SIGINT, SIGTERM, SIGHUP and SIGUSR1 wait: this thread, and the
// processes and threads that it starts, do not receive them. Some drivers start a linker, and end the whole
// program if Ctrl-C, which a terminal sends to every process of a program, ends that linker. Signals that
// came meanwhile are obeyed afterwards.
#pragma once

#include <csignal>

namespace morula::gpu {

class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace morula::gpu
