// A line on the terminal that shows how far a run is, how fast it goes and how long it will take.
#pragma once

#include <chrono>
#include <string>

#include "runner/stepping.h"

namespace morula {

class ProgressBar {
 public:
  ~ProgressBar();
  void show(const Progress& progress);  // at most some times a second

 private:
  std::chrono::steady_clock::time_point last_{};
  bool shown_ = false;
};

std::string human_seconds(double seconds);  // "1 h 05 min"

}  // namespace morula
