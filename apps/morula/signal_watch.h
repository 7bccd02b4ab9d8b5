// Ends the process when a signal asks for it and nothing would be lost: while a run starts, and in a sweep or
// a fit, whose finished runs are in their journal. A thread waits for the signal, since neither the making of
// a state, nor the restoring of one, nor a compiler of kernels can be interrupted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "runner/signals.h"

namespace morula {

class SignalWatch {
 public:
  struct Duties {
    std::chrono::milliseconds grace{0};       // given to the work to stop by itself
    std::function<void()> say_end;            // what the user is told before the process ends
    std::function<void()> show = [] {};       // called a few times a second, for signs of life
    std::function<void()> end_ranks = [] {};  // of the same run: called before this process ends
  };
  SignalWatch(const StopOnSignal& signals, Duties duties);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // Called when the work itself obeys signals from now on. Does not return if the process is already ending.
  void end();

 private:
  void watch();
  [[noreturn]] void end_process();

  const StopOnSignal& signals_;
  const Duties duties_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace morula
