// A line on the terminal that shows how far a run is, how fast it goes and how long it will take.
#pragma once

#include <chrono>
#include <string>

#include "runner/stepping.h"

namespace morula {

// How far a sweep or other work made of many runs is.
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
  // Both draw the line a few times a second at most.
  void show(const Progress& progress);
  void show(const WholeProgress& progress);

 private:
  bool is_time();

  std::chrono::steady_clock::time_point last_{};
  bool shown_ = false;
};

std::string human_seconds(double seconds);  // "1 h 05 min"

}  // namespace morula
