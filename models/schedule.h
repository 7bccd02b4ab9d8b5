// When something happens: at step 0, at every multiple of its period, and at the end of the run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace morula {

class Schedule {
 public:
  Schedule(std::uint64_t every, std::uint64_t end) : every_(every), end_(end) {}

  bool due(std::uint64_t step) const { return step % every_ == 0 || step == end_; }
  // The next step after this one at which it happens.
  std::uint64_t next(std::uint64_t step) const {
    return std::min((step / every_ + 1) * every_, std::max(end_, step + 1));
  }
  // Happens only at step 0 and at the end of the run.
  static Schedule at_end(std::uint64_t end) { return {std::numeric_limits<std::uint64_t>::max(), end}; }

  std::uint64_t every() const { return every_; }
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t every_, end_;
};

}  // namespace morula
