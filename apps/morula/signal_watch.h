// Ends the process at a signal while nothing would be lost: while a run starts, and in a sweep or a fit,
// whose finished runs are in their journal. A separate thread waits for the signal, since making a state,
// restoring a state and compiling kernels cannot be interrupted.
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
    std::chrono::milliseconds grace{0};       // time in which the work may stop by itself
    std::function<void()> say_end;            // tells the user, before the process ends
    std::function<void()> show = [] {};       // called many times a second, to show progress
    std::function<void()> end_ranks = [] {};  // ends the other ranks, before this process ends
  };
  SignalWatch(const StopOnSignal& signals, Duties duties);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // While it is held, a signal waits. Does not return if the process is already ending.
  void hold(bool held);

  // To be called when the work itself handles signals from now on. Does not return if the process is already
  // ending.
  void end();

 private:
  void watch();
  [[noreturn]] void end_process();

  const StopOnSignal& signals_;
  const Duties duties_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false, held_ = false;
  std::thread thread_;
};

}  // namespace morula
