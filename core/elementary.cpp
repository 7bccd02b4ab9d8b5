#include "core/elementary.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary_rule.h"

namespace morula {
namespace {

// For such a sum the mantissa of 1 + x is 1 + x itself.
bool is_near_one(double one_more) { return one_more > ROOT_TWO / 2 && one_more <= ROOT_TWO; }

}  // namespace

double natural_logarithm(double x) {
  assert(x > 0 && x <= std::numeric_limits<double>::max());
  return logarithm_rule(x);
}

double logarithm_of_one_plus(double x) {
  assert(x > -1);
  if (!is_near_one(1 + x)) return natural_logarithm(1 + x);
  const double s = x / (2 + x);
  return x - s * (x - artanh_beyond_first_term(s));
}

double excess_over_logarithm(double x) {
  assert(x > -1);
  if (!is_near_one(1 + x)) return x - natural_logarithm(1 + x);
  const double s = x / (2 + x);
  return s * (x - artanh_beyond_first_term(s));
}

double exponential(double x) { return exponential_rule(x); }

double exponential_less_one(double x) {
  if (x > -0.34 && x < 0.34) return x + exponential_beyond_linear(x);
  return exponential(x) - 1;
}

double power_of(double base, double exponent) {
  assert(base > 0 && exponent >= 0 && exponent < 1024);
  return power_rule(base, exponent);
}

double sine(double x) {
  assert(std::abs(x) <= LARGEST_ANGLE);
  return sine_rule(x);
}

double cosine(double x) {
  assert(std::abs(x) <= LARGEST_ANGLE);
  return cosine_rule(x);
}

}  // namespace morula
