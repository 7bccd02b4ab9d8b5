// Shows the progress of a sweep, and ends it at a signal.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "apps/morula/progress.h"
#include "apps/morula/signal_watch.h"
#include "sweep/jobs.h"

namespace morula {

class SweepSigns {
 public:
  struct Options {
    std::filesystem::path folder;  // of the sweep
    bool is_slice = false;
    bool shows = false;                       // on a terminal
    bool speaks = true;                       // says how it was stopped
    std::chrono::milliseconds grace{250};     // time in which the runs may stop by themselves
    std::function<void()> end_ranks = [] {};  // called after that time
  };
  SweepSigns(const StopOnSignal& signals, Options options);

  sweep::SweepHooks hooks();
  void end() { watch_.reset(); }  // the sweep is over
  sweep::SweepProgress progress();

 private:
  void say_stopped();
  void show_start();

  const StopOnSignal& signals_;
  const Options options_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // protects the members below, except the watch
  sweep::SweepProgress progress_;
  std::uint64_t runs_ = 0, done_before_ = 0;
  ProgressBar bar_;
  std::optional<SignalWatch> watch_;  // declared last, since its thread uses the other members
};

// The message after a sweep was stopped, which says how to continue it.
std::string stopped_words(const std::filesystem::path& folder, bool is_slice, std::uint64_t done,
                          std::uint64_t runs);

}  // namespace morula
