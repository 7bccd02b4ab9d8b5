#include "sweep/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace morula::sweep {
namespace {

TEST(Summary, OfAFewNumbers) {
  const Summary summary = summary_of({5, 1, 2, 4, 3});
  EXPECT_EQ(summary.n, 5u);
  EXPECT_EQ(summary.mean, 3);
  EXPECT_DOUBLE_EQ(*summary.sd, std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(*summary.standard_error, std::sqrt(0.5));
  EXPECT_EQ(summary.median, 3);
  EXPECT_EQ(summary.q25, 2);
  EXPECT_DOUBLE_EQ(summary.q05, 1.2);
  EXPECT_NEAR(summary.half_width(), 2.7764 * std::sqrt(0.5), 1e-12);
}

TEST(Summary, OfOneRunHasNoSpread) {
  const Summary summary = summary_of({7});
  EXPECT_FALSE(summary.sd);
  EXPECT_EQ(summary.q95, 7);
  EXPECT_EQ(summary.half_width(), 0);
}

// Newcombe (1998), Table I, method 3.
TEST(Wilson, HasThePublishedIntervals) {
  const auto expect = [](std::uint64_t yes, std::uint64_t n, double low, double high) {
    const Fraction fraction = fraction_of(yes, n);
    EXPECT_NEAR(fraction.low, low, 5e-5) << yes << '/' << n;
    EXPECT_NEAR(fraction.high, high, 5e-5) << yes << '/' << n;
  };
  expect(81, 263, 0.2553, 0.3662);
  expect(15, 148, 0.0624, 0.1605);
  expect(0, 20, 0.0000, 0.1611);
  expect(1, 29, 0.0061, 0.1718);
  EXPECT_EQ(fraction_of(20, 20).high, 1);
}

TEST(Student, GoesOnBeyondItsTable) {
  EXPECT_NEAR(student_quantile(31), 2.0395, 1e-4);
  EXPECT_NEAR(student_quantile(60), 2.0003, 1e-4);
  EXPECT_NEAR(student_quantile(1'000'000), 1.95997, 1e-5);
}

}  // namespace
}  // namespace morula::sweep
