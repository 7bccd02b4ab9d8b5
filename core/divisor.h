// Divides 32-bit numbers by a divisor that is known only when a run starts, by multiplication instead of the
// slower division instruction (Lemire, Kaser and Kurz, "Faster remainder by direct computation", 2019). The
// quotients are exact.
#pragma once

#include "core/uint128.h"

namespace morula {

class Divisor {
 public:
  explicit Divisor(std::uint32_t divisor)
      : divisor_(divisor), reciprocal_(divisor == 1 ? 0 : ~std::uint64_t{0} / divisor + 1) {}

  struct Result {
    std::uint32_t quotient, remainder;
  };
  Result divide(std::uint32_t number) const {
    const std::uint32_t quotient =
        divisor_ == 1 ? number : static_cast<std::uint32_t>(high_product(reciprocal_, std::uint64_t{number}));
    return {quotient, number - quotient * divisor_};
  }

 private:
  std::uint32_t divisor_;
  std::uint64_t reciprocal_;  // 2^64 / divisor, rounded up
};

}  // namespace morula
