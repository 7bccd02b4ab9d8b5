#include "core/divisor.h"

#include <gtest/gtest.h>

#include <array>

namespace morula {
namespace {

TEST(Divisor, DividesAsAProcessorDoes) {
  const std::array<std::uint32_t, 14> divisors = {
      1, 2, 3, 5, 7, 10, 641, 4096, 65535, 65537, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  for (const std::uint32_t divisor : divisors) {
    const Divisor division(divisor);
    const std::uint32_t largest_multiple = 0xFFFFFFFF / divisor * divisor;
    for (const std::uint32_t number :
         {std::uint32_t{0}, std::uint32_t{1}, divisor - 1, divisor, divisor + 1, largest_multiple - 1,
          largest_multiple, std::uint32_t{0x9E3779B9}, std::uint32_t{0xFFFFFFFF}}) {
      const auto [quotient, remainder] = division.divide(number);
      EXPECT_EQ(quotient, number / divisor) << number << " / " << divisor;
      EXPECT_EQ(remainder, number % divisor) << number << " / " << divisor;
    }
  }
}

}  // namespace
}  // namespace morula
