// rand() of the GNU C library, from which the paper's programs drew: additive feedback over 31 words. This
// version gives the same numbers on every machine and takes no lock.
#pragma once

#include <array>

#include "core/dialect.h"

namespace morula {

class CRand {
 public:
  explicit CRand(u32 seed) {
    i64 word = seed == 0 ? 1 : static_cast<i32>(seed);
    for (u32& initial : words_) {
      initial = static_cast<u32>(word);
      word = 16807 * word % 2147483647;
      if (word < 0) word += 2147483647;
    }
    for (int i = 0; i < 310; ++i) (*this)();
  }

  // From 0 to 2^31 - 1.
  u32 operator()() {
    const u32 sum = words_[front_] += words_[back_];
    front_ = front_ == 30 ? 0 : front_ + 1;
    back_ = back_ == 30 ? 0 : back_ + 1;
    return sum >> 1;
  }

 private:
  std::array<u32, 31> words_;
  unsigned front_ = 3, back_ = 0;
};

}  // namespace morula
