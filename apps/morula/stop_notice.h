// Tells a user at a terminal why a run does not stop at once after Ctrl-C: a step or a checkpoint of a large
// model takes a while.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "runner/signals.h"

namespace morula {

class StopNotice {
 public:
  StopNotice(const StopOnSignal& signals, bool shows);
  ~StopNotice();
  StopNotice(const StopNotice&) = delete;
  StopNotice& operator=(const StopNotice&) = delete;

 private:
  void watch();

  const StopOnSignal& signals_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;  // none if it shows nothing
};

}  // namespace morula
