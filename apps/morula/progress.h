// A line on the terminal that shows the progress of a run, its speed and the remaining time.
#pragma once

#include <chrono>
#include <string>

#include "runner/stepping.h"

namespace morula {

// The progress of a sweep, or of other work made of many runs.
struct WholeProgress {
  double fraction = 0;
  std::string what;  // "run 3 of 40"
  double seconds = 0;
  std::uint64_t updates = 0;
  std::string unit;
};

class ProgressBar {
 public:
  ~ProgressBar();
  // Both draw the line at most ten times a second.
  void show(const Progress& progress);
  void show(const WholeProgress& progress);

 private:
  bool is_time();

  std::chrono::steady_clock::time_point last_{};
  bool shown_ = false;
};

std::string human_seconds(double seconds);  // "1 h 05 min"

}  // namespace morula
