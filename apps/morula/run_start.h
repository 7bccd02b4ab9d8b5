// The start of a run, until its first step is done: the line it shows on a terminal, and how a signal ends
// it.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "apps/morula/signal_watch.h"
#include "runner/stepping.h"

namespace morula {

// The message to the user if the run was stopped before its first step.
std::string stopped_at_start(const std::filesystem::path& folder, bool has_folder);

class RunStart {
 public:
  enum class Speech { Words, Json, None };
  struct Options {
    std::filesystem::path folder;  // of the run
    bool is_resumed = false;       // the folder existed before
    bool shows = false;            // on a terminal
    Speech speech = Speech::Words;
    std::function<void()> end_ranks = [] {};  // on a signal
  };
  RunStart(const StopOnSignal& signals, Options options);
  ~RunStart();  // clears its line
  RunStart(const RunStart&) = delete;
  RunStart& operator=(const RunStart&) = delete;

  void enter(StartStage stage);
  void end() { watch_.end(); }  // the first step is done, or the run has ended before it

 private:
  void say_end() const;
  void show();

  const Options options_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::optional<std::chrono::steady_clock::time_point> shown_;
  std::atomic<StartStage> stage_{StartStage::MakingState};
  SignalWatch watch_;  // declared last, since its thread uses the other members
};

}  // namespace morula
